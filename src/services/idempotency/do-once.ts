import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import { allInOne } from '../all-in-one.ts';
import type { Services } from '../context.ts';
import { conflict, type AppError } from '../errors.ts';
import type { IdempotentAnswer } from '../ports/idempotent-answers.ts';

/** For how long a repeated request gets the first answer. */
const KEPT_MS = DAY_MS;

/** Names a request: `id` whose and where, `bodyHash` what. */
export type Repeatable = { readonly id: string; readonly bodyHash: string };

/**
 * Does `work` once for all requests of one `id` within a day, and answers the repeated ones what the first was answered;
 * the answer is stored in the transaction of whatever `work` writes by the services given to it. Parallel twins wait for
 * the first. What `work` refuses is remembered too (`remember` gives the answer for it, null where it is not to be kept).
 * Errors: `conflict` for another body under the same id.
 */
export async function doOnce(
  services: Services,
  { id, bodyHash }: Repeatable,
  work: (within: Services) => Promise<IdempotentAnswer>,
  remember: (error: unknown) => IdempotentAnswer | null,
): Promise<IdempotentAnswer & { readonly isRepeated: boolean }> {
  const now = services.clock.now();
  const claim = { id, bodyHash, now, after: plusMs(now, -KEPT_MS) };
  try {
    return await allInOne(services, async (within) => {
      const { idempotentAnswers } = within.uow.read;
      const first = await idempotentAnswers.claim(claim);
      if (first !== null) return repeated(first, bodyHash);
      const done = await work(within);
      await idempotentAnswers.finish(id, done);
      return { ...done, isRepeated: false };
    });
  } catch (error) {
    const refusal = error instanceof DifferentBody ? null : remember(error);
    if (refusal !== null) {
      await services.uow.transaction(async (store) => {
        if ((await store.idempotentAnswers.claim(claim)) === null)
          await store.idempotentAnswers.finish(id, refusal);
      });
    }
    throw error instanceof DifferentBody ? error.refusal : error;
  }
}

/** Forgets what no repeated request is answered with any more. */
export async function forgetOldAnswers(services: Services): Promise<void> {
  await services.uow.read.idempotentAnswers.deleteBefore(plusMs(services.clock.now(), -KEPT_MS));
}

class DifferentBody extends Error {
  readonly refusal: AppError = conflict('This Idempotency-Key was used with another body');
}

function repeated(
  first: IdempotentAnswer & { readonly bodyHash: string },
  bodyHash: string,
): IdempotentAnswer & { readonly isRepeated: boolean } {
  if (first.bodyHash !== bodyHash) throw new DifferentBody();
  return { status: first.status, body: first.body, isRepeated: true };
}
