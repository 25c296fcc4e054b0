import { actorName, type Context } from '../context.ts';
import { act } from './act.ts';
import { actingAs } from './acting-as.ts';
import type { ActResult } from './result.ts';
import { acknowledged } from './wordings.ts';

/** Somebody takes an incident on: its runs stop (or fall silent), what waits to be sent is not sent. */
export async function acknowledge(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  const byId = as.actor.kind === 'member' ? as.actor.memberId : null;
  return act(
    as,
    input.incidentId,
    { kind: 'acknowledge', by: actorName(as.actor), byId },
    acknowledged(as.actor),
  );
}
