import { plusMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Context } from '../context.ts';

/** A lease that ran out belongs to a process that is gone: its pages wait no longer than that. */
export const LEASE_MS = 20 * SECOND_MS;
const RENEW_EVERY_MS = 5 * SECOND_MS;

/** Does `work` and renews the leases of what is not released yet for as long as it takes. */
export async function underLease<T>(
  ctx: Context,
  lease: { readonly ids: readonly string[]; readonly leaseToken: string },
  work: () => Promise<T>,
): Promise<T> {
  const renew = (): void => {
    const until = plusMs(ctx.clock.now(), LEASE_MS);
    ctx.read.notifications.extend(lease.ids, lease.leaseToken, until).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'leases could not be renewed');
    });
  };
  const timer = setInterval(renew, RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
