import { SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';

/** One key of the chat's budget, as a caller takes a turn of it. */
export type Slot = Parameters<Context['budget']['reserve']>[0][number];

/** Slack allows about 50 edits a minute in a workspace, and short bursts: the first ones after a calm go at once. */
export const EDITING: readonly Slot[] = [{ key: 'slack.update', intervalMs: 1_200, burstMs: 6_000 }];

/** A post counts for the workspace and for its channel (or person): one a second there, with short bursts. */
export function postingTo(ctx: Context, place: string): readonly Slot[] {
  return [
    { key: 'slack.post', intervalMs: Math.ceil(SECOND_MS / ctx.settings.slackPostsPerSecond) },
    { key: `slack.post.${place}`, intervalMs: SECOND_MS, burstMs: 2 * SECOND_MS },
  ];
}
