import { promiseCertificates } from '../alert/promise-certificates.ts';
import type { Context } from '../context.ts';
import { feedMetrics } from '../metric/follow-monitor.ts';
import type { Checked } from './checked.ts';
import { updateStatus } from './update-status.ts';

const BATCH = 100;
/** What is no news waits that long for company. */
const GATHER_MS = 250;

export type Recorder = {
  add(checked: Checked): void;
  /** Records the rest; resolves when everything is stored. Throws the first thing that failed. */
  end(): Promise<void>;
};

/** Records checks in batches: one statement for the logs, one for the outcomes; news at once. */
export function createRecorder(ctx: Context): Recorder {
  let gathered: Checked[] = [];
  let timer: NodeJS.Timeout | undefined;
  const writes: Promise<void>[] = [];
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    const batch = gathered;
    gathered = [];
    const write = recordChecks(ctx, batch);
    // Looked at in `end`; until then a failure must not count as unhandled.
    write.catch(() => undefined);
    writes.push(write);
  };
  return {
    add(checked) {
      gathered.push(checked);
      if (isNews(checked) || gathered.length >= BATCH) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    async end() {
      flush();
      await Promise.all(writes);
    },
  };
}

/** Stores what checks saw and, where a monitor's status may have changed, lets that have its effects. */
export async function recordChecks(ctx: Context, checks: readonly Checked[]): Promise<void> {
  const { monitors } = ctx.read;
  await monitors.insertLogs(checks.flatMap((checked) => checked.logs));
  await monitors.saveOutcomes(
    checks.flatMap(({ monitor, location, logs, state }) => {
      const last = logs.at(-1);
      return state === null || last === undefined
        ? []
        : [{ monitorId: monitor.id, location, state, lastOutcomeAt: ctx.clock.now() }];
    }),
  );
  await monitors.touch([...new Set(checks.map(({ monitor }) => monitor.id))], ctx.clock.now());
  for (const checked of checks.filter(isNews)) {
    await updateStatus(ctx, { monitorId: checked.monitor.id, cause: checked.logs.at(-1) ?? null });
  }
  await feedMetrics(ctx, checks);
  // Last: a certificate has days, an outage has not.
  await promiseCertificates(ctx, checks);
}

/** Whether a check may change its monitor's status: another outcome than before, or a vote where there was none. */
function isNews({ monitor, location, state }: Checked): boolean {
  if (state === null) return false;
  const before = monitor.places.find((place) => place.location === location)?.state.confirmedOutcome;
  return state.confirmedOutcome !== before || !agrees(monitor.status, state.confirmedOutcome);
}

function agrees(status: string, outcome: string | null): boolean {
  return (
    (status === 'UP' && outcome === 'OK') ||
    (status === 'DOWN' && outcome === 'FAILED') ||
    (status === 'DEGRADED' && outcome === 'DEGRADED')
  );
}
