import type { Context } from '../context.ts';
import { act } from './act.ts';
import { actingAs } from './acting-as.ts';
import type { ActResult } from './result.ts';
import { unacknowledged } from './wordings.ts';

/** Takes an acknowledgement back: every run that is not over goes on at its next rule, as far off as it was. */
export async function unacknowledge(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  return act(as, input.incidentId, { kind: 'unacknowledge' }, unacknowledged(as.actor));
}
