import type { Context } from '@slack/bolt';

/** Which attempt at its request a listener serves: 1 is the first. */
export function attemptOf(context: Context): number {
  const attempt: unknown = context['attempt'];
  return typeof attempt === 'number' ? attempt : 1;
}

/** The id under which a listener's request is stored, for people to report. */
export function requestIdOf(context: Context): string {
  const id: unknown = context['requestId'];
  return typeof id === 'string' ? id : 'unknown';
}
