import { SECOND_MS } from '../../core/time/instant.ts';

/** Longer than one thing takes with whatever is asked of a partner; one that takes several steps renews it. */
export const OUTBOX_LEASE_MS = 60 * SECOND_MS;
