import { judge } from '../../core/monitor/outcome.ts';
import { absorb, NEW_LOCATION } from '../../core/monitor/status.ts';
import type { Context } from '../context.ts';
import type { MonitorForCheck } from '../ports/monitor-checks.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import type { Probe } from '../ports/probe.ts';
import { checkLog } from './check-log.ts';
import type { Checked } from './checked.ts';
import { createRecorder } from './record-checks.ts';

/** Targets probed at once in a batch. */
const PARALLEL_PROBES = 25;

/** A process that goes on standing still leaves its checks to others. */
const MAX_PROBES = 3;

export type CheckServices = { readonly probe: Probe };

/**
 * Makes a batch of checks at one location and records what they saw. A check whose outcome is new is confirmed by
 * immediate retries; results are recorded as they come, so one slow target holds up nobody's page.
 */
export async function runChecks(
  ctx: Context,
  { probe }: CheckServices,
  input: { location: string; monitorIds: readonly string[] },
): Promise<void> {
  const monitors = await ctx.read.monitors.loadForCheck(input.monitorIds);
  const waiting = monitors.filter(
    (monitor) => !monitor.paused && monitor.places.some((place) => place.location === input.location),
  );
  const recorder = createRecorder(ctx);
  const work = async (): Promise<void> => {
    for (let monitor = waiting.pop(); monitor !== undefined; monitor = waiting.pop()) {
      const asked = { id: ctx.ids.next('log'), isRetry: false, retryOf: null };
      recorder.add(await checkMonitor(ctx, probe, { monitor, location: input.location, asked }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_PROBES, waiting.length) }, work));
  await recorder.end();
}

type Probed = Awaited<ReturnType<Probe>>;

/** A process that stood still measured itself, not the target: a failure then says nothing, and is looked at again. */
async function probeAwake(ctx: Context, probe: Probe, monitor: MonitorForCheck): Promise<Probed> {
  for (let probes = 1; ; probes += 1) {
    const probed = await probe(monitor, ctx.clock.now());
    const saysNothing = probed.isVoid && judge(monitor.assertions, probed.result).outcome !== 'OK';
    if (!saysNothing || probes === MAX_PROBES) return probed;
  }
}

/** What a log is stored as. */
type Asked = Pick<MonitorLog, 'id' | 'isRetry' | 'retryOf'>;

/** One check of one monitor at one location, with its retries; the first log is stored as it was asked for. */
export async function checkMonitor(
  ctx: Context,
  probe: Probe,
  { monitor, location, asked }: { monitor: MonitorForCheck; location: string; asked: Asked },
): Promise<Checked> {
  const place = monitor.places.find((known) => known.location === location);
  const logs: MonitorLog[] = [];
  let next = asked;
  let state = place?.state ?? NEW_LOCATION;
  for (;;) {
    const { result, isVoid } = await probeAwake(ctx, probe, monitor);
    const judgement = judge(monitor.assertions, result);
    if (isVoid && judgement.outcome !== 'OK') return { monitor, location, logs, state: null };
    logs.push(checkLog({ ...next, monitor, location, result, judgement }));
    next = { id: ctx.ids.next('log'), isRetry: true, retryOf: asked.id };
    if (place === undefined) return { monitor, location, logs, state: null };
    const absorbed = absorb(state, judgement.outcome, ctx.clock.now(), monitor.failureConfirmations);
    state = absorbed.state;
    if (absorbed.kind !== 'retry') return { monitor, location, logs, state };
  }
}
