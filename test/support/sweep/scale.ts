/*
 * How much the sweeps look at. In the suite they take a sample; `SWEEP_SCALE=20`, run by hand, takes twenty times as much
 * and many minutes. `TEST_SEED` repeats a run.
 */

export const SCALE = Number(process.env['SWEEP_SCALE'] ?? 1);
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

/** Time for what grows with the scale, in ms. */
export const TIMEOUT_MS = 90_000 + SCALE * 60_000;

/** One of `of` takes part, another one in each run; with a scale of `of` or more, all do. */
export function isSampled(number: number, of: number): boolean {
  return (number + SEED) % of < SCALE;
}
