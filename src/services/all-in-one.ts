import type { Services } from './context.ts';
import type { WakeUp } from './ports/wake.ts';

/**
 * Runs `work` with services whose every read and write happens in one transaction; hints follow its commit. As a
 * transaction, it may run again.
 */
export async function allInOne<T>(services: Services, work: (within: Services) => Promise<T>): Promise<T> {
  let wakeUps: WakeUp[] = [];
  const answer = await services.uow.whole((uow) => {
    wakeUps = [];
    const at = (more: readonly WakeUp[]) => void wakeUps.push(...more);
    return work({ ...services, uow, wake: { ...services.wake, at } });
  });
  if (wakeUps.length > 0) services.wake.at(wakeUps);
  return answer;
}
