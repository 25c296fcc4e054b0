import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';
import { monitorEffects } from '../../support/monitor-effects.ts';

/* Outages that monitors find while a maintenance is in progress with their component. */

const COUNTS = { onFail: { createOutageDuration: true }, onRecover: { resolveOutageDuration: true } };

let api: TestApi;
let pageId: string;
let page: ReturnType<typeof monitorEffects>;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
afterAll(() => api.close());
beforeEach(async () => {
  pageId = await api.page();
  page = monitorEffects(api, pageId);
});

describe('an outage within a maintenance', () => {
  test('shows when that is over, or not at all, and takes nothing from uptime', async () => {
    const { id, componentId } = await page.monitor({ ...COUNTS, createComponent: true });
    await page.saw(id, 'OK');
    const { body, status } = await api.post(`/v1/${pageId}/maintenances`, {
      name: 'Moving',
      status: 'INPROGRESS',
      start: new Date(api.clock.now()).toISOString(),
      duration: 600,
      components: [componentId],
      statuses: [{ id: componentId, status: 'UNDERMAINTENANCE' }],
    });
    expect(status).toBe(200);
    const complete = () =>
      api.put(`/v1/${pageId}/maintenances/${body.id}`, { status: 'COMPLETED' }).then(({ status }) => status);
    await page.saw(id, 'FAILED');
    page.later(60);
    expect(await page.statusOf(componentId)).toBe('UNDERMAINTENANCE');
    expect((await page.shown(componentId)).uptime.percentage).toBe(100);
    await page.saw(id, 'OK');
    expect(await complete()).toBe(200);
    expect(await page.statusOf(componentId)).toBe('OPERATIONAL');
    expect(await page.outages(componentId)).toHaveLength(1);
    expect((await page.shown(componentId)).uptime.percentage).toBe(100);
  });
});
