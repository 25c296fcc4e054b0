import type { Context } from '../context.ts';
import { act } from './act.ts';
import { actingAs } from './acting-as.ts';
import type { ActResult } from './result.ts';
import { resolved } from './wordings.ts';

/** The incident is over: everything of it stops for good. */
export async function resolve(
  ctx: Context,
  input: { incidentId: string; by?: string | undefined },
): Promise<ActResult> {
  const as = await actingAs(ctx, input);
  return act(as, input.incidentId, { kind: 'resolve' }, resolved(as.actor));
}
