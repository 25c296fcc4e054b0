import { MINUTE_MS, plusMs, type EpochMs } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { act } from './act.ts';
import { actingAs } from './acting-as.ts';
import { clockTime } from './clock-time.ts';
import type { ActResult } from './result.ts';
import { titleOf } from './result.ts';
import { snoozed } from './wordings.ts';

/** A month: who needs longer resolves. */
const MAX_SNOOZE_MINUTES = 43_200;

/** Stops every clock of an incident until an instant (or for `minutes`, above 0 and at most 43,200). */
export async function snooze(
  ctx: Context,
  input: {
    incidentId: string;
    by?: string | undefined;
    minutes?: number | undefined;
    until?: EpochMs | undefined;
  },
): Promise<ActResult> {
  const until = untilOf(input, ctx.now);
  const as = await actingAs(ctx, input);
  const wording = snoozed(as.actor);
  const said = ` until ${clockTime(until)}.`;
  const result = await act(
    as,
    input.incidentId,
    { kind: 'snooze', until },
    { ...wording, happened: (incident) => wording.happened(incident).replace(/\.$/, said) },
  );
  if (result.outcome === 'changed')
    ctx.wake.at([{ kind: 'advance', incidentId: input.incidentId, at: until }]);
  return {
    ...result,
    said: result.outcome === 'changed' ? `${titleOf(result.incident)} is snoozed${said}` : result.said,
  };
}

function untilOf(
  { minutes, until }: { minutes?: number | undefined; until?: EpochMs | undefined },
  now: EpochMs,
): EpochMs {
  const at = until ?? (minutes === undefined ? null : plusMs(now, minutes * MINUTE_MS));
  if (at === null) throw invalid('minutes', 'either minutes or until is required');
  const path = until === undefined ? 'minutes' : 'until';
  if (at <= now) throw invalid(path, 'must lie in the future');
  if (at > plusMs(now, MAX_SNOOZE_MINUTES * MINUTE_MS)) {
    throw invalid(path, `must be at most ${MAX_SNOOZE_MINUTES} minutes from now`);
  }
  return at;
}
