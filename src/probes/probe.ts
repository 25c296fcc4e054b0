import type { FailedResult, ProbeResult } from '../core/monitor/probe-result.ts';
import { parseDnsTarget, parsePingTarget, parseTcpTarget, type Parsed } from '../core/monitor/target.ts';
import type { Monitor } from '../services/ports/monitor-config.ts';
import { attempt, type Means } from './attempt.ts';
import { probeDns } from './dns.ts';
import { probeHttp } from './http.ts';
import { probePing } from './ping.ts';
import { ProbeError } from './probe-error.ts';
import { probeTcp } from './tcp.ts';

/** What of a monitor says how it is checked. */
export type Checkable = Pick<
  Monitor,
  'type' | 'url' | 'httpMethod' | 'headers' | 'queryParams' | 'basicAuth' | 'body'
>;

/** One check of a monitor, as its type asks. Never rejects: what goes wrong is a `failed` result with a sentence. */
export async function probeMonitor(monitor: Checkable, means: Means): Promise<ProbeResult> {
  const url = monitor.url ?? '';
  switch (monitor.type) {
    case 'HTTP':
    case 'HTTP_API':
      return probeHttp({ ...monitor, ...means, url, method: monitor.httpMethod });
    case 'PING':
      return aimed(probePing, parsePingTarget(url), means);
    case 'TCP':
      return aimed(probeTcp, parseTcpTarget(url), means);
    case 'DNS':
      return aimed(probeDns, parseDnsTarget(url), means);
    case 'HEARTBEAT':
      return failed(means, 'a heartbeat is waited for, not asked for');
  }
}

/** A url was read when it was stored; here it is read by the rules of today. */
async function aimed<Target>(
  probe: (target: Target, means: Means) => Promise<ProbeResult>,
  parsed: Parsed<Target>,
  means: Means,
): Promise<ProbeResult> {
  return 'target' in parsed ? probe(parsed.target, means) : failed(means, `the url ${parsed.problem}`);
}

function failed(means: Means, sentence: string): Promise<FailedResult> {
  return attempt<never>(means, '', () => Promise.reject(new ProbeError(sentence)));
}
