import { createHash } from 'node:crypto';
import { say } from './say.ts';

/**
 * Numbers in [0, 1) that a seed determines. The seed is printed; `TEST_SEED` in the environment repeats a run.
 */
export function seeded(what: string): () => number {
  const seed = process.env['TEST_SEED'] ?? String(Date.now());
  say(`${what}: TEST_SEED=${seed}`);
  let count = 0;
  return () => {
    const digest = createHash('sha256')
      .update(`${seed}/${what}/${(count += 1)}`)
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
}
