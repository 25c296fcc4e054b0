import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MonitorStatus } from '../../../src/core/monitor/status.ts';
import type { Outcome } from '../../../src/core/monitor/outcome.ts';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { recordChecks } from '../../../src/services/monitor/record-checks.ts';
import type { Chat } from '../../../src/services/ports/sender.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { someLog } from '../../support/monitor-log.ts';
import { say } from '../../support/say.ts';

/* Alerts stand in the way of pages by one statement a change, however many there are. */

let api: TestApi;
let pageId: string;
beforeAll(async () => {
  // What is promised is asked for together with what chat is to show, so there is a chat.
  api = await openApi(() => ({ chat: {} as Chat }));
  completeServices(api.services);
  pageId = await api.page();
  await api.member(pageId, 'ann@example.com');
});
afterAll(() => api.close());

const OUTCOMES: Record<Exclude<MonitorStatus, 'UNKNOWN'>, Outcome> = {
  UP: 'OK',
  DEGRADED: 'DEGRADED',
  DOWN: 'FAILED',
};

/** The statements from a check's result to the end of all that follows from it. */
async function statementsOf(monitorId: string, status: keyof typeof OUTCOMES): Promise<string[]> {
  const ctx = contextOf(api.services, SYSTEM);
  const [monitor] = await api.store.monitors.loadForCheck([monitorId]);
  if (monitor === undefined) throw new Error('no such monitor');
  const log = someLog({ id: ctx.ids.next('log'), monitorId, status });
  const outcome = OUTCOMES[status];
  const state = { confirmedOutcome: outcome, confirmedAt: ctx.now, pendingOutcome: null, pendingCount: 0 };
  const statements: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const run = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    statements.push(typeof asked === 'string' ? asked : asked.text);
    return run.apply(this, given);
  } as never);
  try {
    await recordChecks(ctx, [{ monitor, location: 'US_EAST_1', logs: [log], state }]);
  } finally {
    spy.mockRestore();
  }
  return statements;
}

async function aMonitor(alerts: readonly string[], onFail: object = {}): Promise<string> {
  const { body } = await api.post('/monitors', { pageId, url: 'https://shop.test/', alerts, onFail });
  return body.monitor.id as string;
}

test('a change costs at most one statement more with a hundred alerts than with none', async () => {
  const alerts: string[] = [];
  for (let i = 0; i < 100; i += 1) {
    const recipient = `https://hooks.test/${i}`;
    const { body } = await api.post('/monitor-alerts', {
      pageId,
      type: 'WEBHOOK',
      recipient,
      whenDegrades: true,
    });
    alerts.push(body.monitor.id as string);
  }
  const [bare, told] = [await aMonitor([]), await aMonitor(alerts)];
  const counts: Record<string, [number, number]> = {};
  for (const status of ['UP', 'DOWN', 'UP', 'DOWN'] as const) {
    const without = await statementsOf(bare, status);
    const withAlerts = await statementsOf(told, status);
    counts[status] = [without.length, withAlerts.length];
    expect(withAlerts.length - without.length).toBeLessThanOrEqual(1);
  }
  say(`statements from result to end, without and with 100 alerts: ${JSON.stringify(counts)}`);
});
