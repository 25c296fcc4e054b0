import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pathsOf, type TestApi } from '../../support/api.ts';
import {
  maintainedPage,
  maintenanceApi,
  minutesFromNow,
  type MaintainedPage,
} from '../../support/maintained-page.ts';

let api: TestApi;
let pageId: string;
let maintenances: string;
let checkout: string;
let search: string;
let make: MaintainedPage['make'];
beforeAll(async () => {
  api = await maintenanceApi();
});
beforeEach(async () => {
  ({ pageId, maintenances, checkout, search, make } = await maintainedPage(api));
});
afterAll(() => api.close());

const inMinutes = (minutes: number) => minutesFromNow(api, minutes);

const statusOf = async (id: string): Promise<string> =>
  (await api.get(`/v1/${pageId}/components/${id}`)).body.status;
describe('a maintenance that is turned by hand', () => {
  it('makes its components show what it says while it is in progress, and gives them back', async () => {
    await api.put(`/v1/${pageId}/components/${search}`, { status: 'DEGRADEDPERFORMANCE' });
    const { id } = await make({ statuses: [{ id: search, status: 'PARTIALOUTAGE' }] });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual([
      'OPERATIONAL',
      'DEGRADEDPERFORMANCE',
    ]);
    const on = (await api.put(`${maintenances}/${id}`, { status: 'INPROGRESS' })).body;
    expect(on).toMatchObject({ status: 'INPROGRESS', startedAt: inMinutes(0), endedAt: null });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual(['UNDERMAINTENANCE', 'PARTIALOUTAGE']);
    api.clock.move(10 * 60_000);
    const over = (await api.put(`${maintenances}/${id}`, { status: 'COMPLETED' })).body;
    expect(over).toMatchObject({ status: 'COMPLETED', startedAt: inMinutes(-10), endedAt: inMinutes(0) });
    expect(over.updates.map(({ status }: { status: string }) => status)).toEqual([
      'NOTSTARTEDYET',
      'INPROGRESS',
      'COMPLETED',
    ]);
    expect([await statusOf(checkout), await statusOf(search)]).toEqual([
      'OPERATIONAL',
      'DEGRADEDPERFORMANCE',
    ]);
  });

  it('starts at once where it is sent as in progress, and is only recorded where it is sent as over', async () => {
    expect(await make({ status: 'INPROGRESS' })).toMatchObject({ startedAt: inMinutes(0) });
    expect(await statusOf(checkout)).toBe('UNDERMAINTENANCE');
    const past = { status: 'COMPLETED', components: [search], start: inMinutes(-60), end: inMinutes(-30) };
    const times = { startedAt: inMinutes(-60), endedAt: inMinutes(-30) };
    expect(await make({ ...past, notifyStart: true, notifyEnd: true })).toMatchObject(times);
    expect(await statusOf(search)).toBe('OPERATIONAL');
  });

  it('follows the status of an update that is added, and no correction of one', async () => {
    const { id } = await make();
    const updates = `${maintenances}/${id}/maintenance-updates`;
    const { body: started } = await api.post(updates, { message: 'We begin', status: 'INPROGRESS' });
    expect(started).toMatchObject({
      message: 'We begin',
      messageHtml: '<p>We begin</p>',
      status: 'INPROGRESS',
      maintenance: { id, name: 'Database move', status: 'INPROGRESS', components: [{ id: checkout }] },
      translations: {},
    });
    const { body: more } = await api.post(updates, { end: inMinutes(300), components: [search] });
    expect(more).toMatchObject({ status: 'INPROGRESS', message: '' });
    expect((await api.get(`${maintenances}/${id}`)).body).toMatchObject({ end: inMinutes(300) });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual(['OPERATIONAL', 'UNDERMAINTENANCE']);

    const path = `${updates}/${started.id}`;
    const { body: corrected } = await api.put(path, { message: 'We began', status: 'COMPLETED' });
    expect(corrected).toMatchObject({ message: 'We began', maintenance: { status: 'INPROGRESS' } });
    expect((await api.get(path)).body).toEqual(corrected);
    expect((await api.del(path)).body).toEqual({ id: started.id });
    expect((await api.get(path)).status).toBe(404);
    expect((await api.del(path)).status).toBe(404);
    expect((await api.get(`${maintenances}/${id}`)).body).toMatchObject({ status: 'INPROGRESS' });
  });

  it('is refused a status that the clock would undo at once', async () => {
    const { id } = await make();
    const path = `${maintenances}/${id}`;
    await api.put(path, { status: 'INPROGRESS' });
    api.clock.move(200 * 60_000);
    expect(pathsOf(await api.put(path, { status: 'NOTSTARTEDYET' }))).toEqual(['start']);
    await api.put(path, { status: 'COMPLETED' });
    expect(pathsOf(await api.put(path, { status: 'INPROGRESS' }))).toEqual(['end']);
    const again = await api.put(path, { status: 'INPROGRESS', end: inMinutes(10) });
    expect(again.body).toMatchObject({ status: 'INPROGRESS', endedAt: null });
  });

  it('keeps what components showed apart for maintenances that overlap', async () => {
    const first = await make({ status: 'INPROGRESS' });
    const second = await make({ status: 'INPROGRESS', statuses: [{ id: checkout, status: 'MAJOROUTAGE' }] });
    expect(await statusOf(checkout)).toBe('MAJOROUTAGE');
    await api.put(`${maintenances}/${second.id}`, { status: 'COMPLETED' });
    expect(await statusOf(checkout)).toBe('UNDERMAINTENANCE');
    await api.del(`${maintenances}/${first.id}`);
    expect(await statusOf(checkout)).toBe('OPERATIONAL');
    expect((await api.get(`${maintenances}/${first.id}`)).status).toBe(404);
  });

  it('that is deleted, or loses a component, gives that back', async () => {
    const { id } = await make({ status: 'INPROGRESS', components: [checkout, search] });
    await api.put(`${maintenances}/${id}`, { components: [search] });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual(['OPERATIONAL', 'UNDERMAINTENANCE']);
    await api.del(`/v1/${pageId}/components/${search}`);
    expect((await api.get(`${maintenances}/${id}`)).body).toMatchObject({ components: [], statuses: [] });
    await api.put(`${maintenances}/${id}`, { components: [checkout] });
    expect(await statusOf(checkout)).toBe('UNDERMAINTENANCE');
    expect((await api.del(`${maintenances}/${id}`)).body).toEqual({ id });
    expect(await statusOf(checkout)).toBe('OPERATIONAL');
  });

  it('leaves to a component what somebody made it show meanwhile', async () => {
    const { id } = await make({ status: 'INPROGRESS', components: [checkout, search] });
    await api.put(`/v1/${pageId}/components/${checkout}`, { status: 'PARTIALOUTAGE' });
    // Sent back as it is shown, with another name: that says nothing of what is true.
    await api.put(`/v1/${pageId}/components/${search}`, { status: 'UNDERMAINTENANCE', name: 'Find' });
    await api.put(`${maintenances}/${id}`, { name: 'Move' });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual(['PARTIALOUTAGE', 'UNDERMAINTENANCE']);
    await api.put(`${maintenances}/${id}`, { status: 'COMPLETED' });
    expect([await statusOf(checkout), await statusOf(search)]).toEqual(['PARTIALOUTAGE', 'OPERATIONAL']);
  });
});
