import type { EpochMs } from '../../core/time/instant.ts';

/** What came of promised work. `later`: it comes again at `at`; `countsAsAttempt` is false where nothing was tried. */
export type Outcome =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'later';
      readonly at: EpochMs;
      readonly reason: string;
      readonly countsAsAttempt: boolean;
    };
