import { expect, test } from 'vitest';
import { asEpochMs, plusMs } from '../../../src/core/time/instant.ts';
import type { QueueBackend } from '../../../src/jobs/backend.ts';
import { createHints } from '../../../src/jobs/hints.ts';
import type { WakeUp } from '../../../src/services/ports/wake.ts';
import { quietLog } from '../../support/quiet-log.ts';

const NOW = asEpochMs(Date.UTC(2026, 0, 15, 12));

function someHints() {
  const queued: { data: unknown; delay: number | undefined }[] = [];
  let lost = 0;
  const clock = { now: () => NOW };
  const backend: Pick<QueueBackend, 'queue' | 'ping'> = {
    queue: () => ({
      addBulk: async (jobs) => {
        queued.push(...jobs.map(({ data, opts }) => ({ data, delay: opts.delay })));
      },
      on: () => undefined,
      close: async () => undefined,
    }),
    ping: async () => undefined,
  };
  const hints = createHints({
    backend: {
      ...backend,
      worker: () => ({ on: () => undefined, close: async () => undefined }),
      close: async () => undefined,
    },
    clock,
    log: quietLog(),
    onLost: () => {
      lost += 1;
    },
    onLostChecks: () => undefined,
  });
  return { hints, queued, lost: () => lost };
}

const advance = (incidentId: string, afterMs: number): WakeUp => ({
  kind: 'advance',
  incidentId,
  at: plusMs(NOW, afterMs),
});

test('what waits for company when the process ends is queued before it does, soon and later', async () => {
  const { hints, queued, lost } = someHints();
  hints.at([advance('inc_soon', 500), advance('inc_later', 300_000)]);
  await hints.close();
  expect(queued).toEqual([
    { data: { incidentId: 'inc_soon' }, delay: 500 },
    { data: { incidentId: 'inc_later' }, delay: 300_000 },
  ]);
  expect(lost()).toBe(0);
});

test('what is due at once is not kept waiting by what is for later, and the same is queued once', async () => {
  const { hints, queued } = someHints();
  hints.at([advance('inc_1', 300_000), advance('inc_1', 300_000), advance('inc_2', 0)]);
  while (queued.length === 0) await new Promise((turn) => void setImmediate(turn));
  expect(queued).toEqual([{ data: { incidentId: 'inc_2' }, delay: undefined }]);
  await hints.close();
  expect(queued.slice(1)).toEqual([{ data: { incidentId: 'inc_1' }, delay: 300_000 }]);
});
