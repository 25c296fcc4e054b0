import type { ConnectedResult, FailedResult } from '../core/monitor/probe-result.ts';
import type { TcpTarget } from '../core/monitor/target.ts';
import { attempt, type Means } from './attempt.ts';
import { openTcp } from './connection.ts';
import { formatPeer } from './failure-sentence.ts';

/** One TCP check: connects and hangs up, nothing is sent. Never rejects; a target that cannot be reached is `failed`. */
export async function probeTcp(
  { host, port }: TcpTarget,
  means: Means,
): Promise<ConnectedResult | FailedResult> {
  return attempt(means, formatPeer(host, port), async (check) => {
    const socket = await openTcp(host, port, check);
    const phases = check.stopwatch.stop();
    socket.destroy();
    return { kind: 'connected', startedAt: means.startedAt, phases, ssl: null };
  });
}
