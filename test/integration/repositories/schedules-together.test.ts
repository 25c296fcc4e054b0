import { expect, test } from 'vitest';
import { plusMs } from '../../../src/core/time/instant.ts';
import { openApi } from '../../support/api.ts';

const DAY_MS = 86_400_000;

test('schedules that are asked for together hold for each what is not over by their own instant', async () => {
  const api = await openApi();
  try {
    const pageId = await api.page();
    const ann = await api.member(pageId, 'ann@shop.test');
    const ben = await api.member(pageId, 'ben@shop.test');
    const shift = { rotationType: 'DAILY', startDate: '2026-01-05T09:00:00.000Z' };
    const { body } = await api.post('/on-call-schedules', {
      pageId,
      name: 'Primary',
      onCallShifts: [{ ...shift, members: [{ workspaceMemberId: ben.id }] }],
    });
    const url = `/on-call-schedules/${body.id}`;
    const start = new Date(api.clock.now()).toISOString();
    const end = new Date(api.clock.now() + DAY_MS).toISOString();
    await api.post(`${url}/overrides`, { memberId: ben.id, start, end });
    await api.put(url, { onCallShifts: [{ ...shift, members: [{ workspaceMemberId: ann.id }] }] });
    api.clock.move(2 * DAY_MS);

    const now = api.clock.now();
    const [[present], [past]] = await Promise.all([
      api.store.schedules.loadSchedules({ pageId }, now),
      api.store.schedules.loadSchedules({ pageId }, plusMs(now, -4 * DAY_MS)),
    ]);
    expect(present).toMatchObject({ overrides: [], others: [] });
    expect(past).toMatchObject({ overrides: [{ memberId: ben.id }], others: [{ shifts: [{}] }] });
  } finally {
    await api.close();
  }
});
