import { expect, test } from 'vitest';
import { openApi, pathsOf } from '../../support/api.ts';

test('a timeline of more than one answer takes is refused, and its parts are not', async () => {
  const api = await openApi();
  try {
    const pageId = await api.page();
    const members = [];
    for (const name of ['ana', 'bo']) {
      members.push({ workspaceMemberId: (await api.member(pageId, `${name}@shop.test`)).id });
    }
    const hourly = { rotationType: 'CUSTOM', customRotationTypeValue: 1, customRotationTypeUnit: 'HOURS' };
    const shift = { ...hourly, members, startDate: '2026-01-01T00:00:00.000Z' };
    const onCallShifts = Array.from({ length: 6 }, () => shift);
    const { body } = await api.post('/on-call-schedules', { pageId, name: 'Hourly', onCallShifts });
    const url = `/on-call-schedules/${body.id}/timeline?from=2026-01-01T00:00:00Z`;
    const year = await api.get(`${url}&to=2027-01-01T00:00:00Z`);
    expect(year.status).toBe(400);
    expect(pathsOf(year)).toEqual(['to']);
    const month = await api.get(`${url}&to=2026-02-01T00:00:00Z`);
    expect(month.body.stretches).toHaveLength(6 * 31 * 24);
    expect(month.body.gaps).toEqual([]);
  } finally {
    await api.close();
  }
});
