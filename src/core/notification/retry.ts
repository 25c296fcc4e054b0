import { MINUTE_MS, plusMs, SECOND_MS, type EpochMs } from '../time/instant.ts';

/** A message is tried that often before it is given up for good. */
export const MAX_ATTEMPTS = 8;

/** After that long of failures the member's next channel starts beside the retries. */
export const NEXT_CHANNEL_AFTER_MS = 30 * SECOND_MS;

const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
/** Seven pauses grow from the first to the longest: 1 s, 2.6 s, 6.7 s, 17 s, 45 s, 116 s, 300 s. */
const GROWTH = (LONGEST_PAUSE_MS / FIRST_PAUSE_MS) ** (1 / (MAX_ATTEMPTS - 2));

export type AfterFailure =
  | { readonly kind: 'give-up' }
  | { readonly kind: 'retry'; readonly at: EpochMs; readonly startNextChannel: boolean };

/**
 * What follows the `attempts`-th failure of a message that first failed at `firstFailedAt`.
 *
 * Pauses grow and are jittered by up to a fifth either way (`random` in [0, 1)); a provider's own `afterMs` is a lower
 * bound. Until the next channel has to start no pause of ours reaches over that instant, so that it starts on time; one
 * that the provider asks for may, and then the next channel starts at once. While the provider is known to be down it
 * starts at once too. `startNextChannel` is said at every failure from then on: starting once is the caller's part.
 */
export function afterFailure(input: {
  attempts: number;
  firstFailedAt: EpochMs;
  now: EpochMs;
  random: number;
  afterMs?: number | undefined;
  providerIsDown: boolean;
}): AfterFailure {
  if (input.attempts >= MAX_ATTEMPTS) return { kind: 'give-up' };
  const leftMs = NEXT_CHANNEL_AFTER_MS - (input.now - input.firstFailedAt);
  const isLate = input.providerIsDown || leftMs <= 0;
  const grown = FIRST_PAUSE_MS * GROWTH ** (input.attempts - 1);
  const jittered = Math.min(LONGEST_PAUSE_MS, grown * (0.8 + 0.4 * input.random));
  const pause = Math.max(isLate ? jittered : Math.min(jittered, leftMs), input.afterMs ?? 0);
  return {
    kind: 'retry',
    at: plusMs(input.now, Math.ceil(pause)),
    startNextChannel: isLate || pause > leftMs,
  };
}
