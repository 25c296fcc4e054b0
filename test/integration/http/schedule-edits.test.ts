import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, SYSTEM } from '../../../src/services/context.ts';
import { putDueInForce } from '../../../src/services/schedule/put-due-in-force.ts';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let api: TestApi;
let pageId: string;
/** Ids by name: ana, bo, cy, di. */
let ids: Record<string, string>;
const opened: TestApi[] = [];
// A clock of its own for each test: they all move it.
beforeEach(async () => {
  api = await openApi();
  opened.push(api);
  completeServices(api.services);
  pageId = await api.page();
  ids = {};
  for (const name of ['ana', 'bo', 'cy', 'di']) {
    ids[name] = (await api.member(pageId, `${name}@shop.test`)).id;
  }
});
afterAll(async () => void (await Promise.all(opened.map((one) => one.close()))));

const placesOf = (names: string[]) => names.map((name) => ({ workspaceMemberId: `${name}@shop.test` }));
/** Daily turns from 2026-01-12 09:00 UTC. The clock stands at noon of the 15th, in turn 3: with three members ana's. */
const shift = (names: string[], more: object = {}) => ({
  members: placesOf(names),
  rotationType: 'DAILY',
  startDate: '2026-01-12T09:00:00.000Z',
  ...more,
});
const iso = (afterMs = 0) => new Date(api.clock.now() + afterMs).toISOString();

async function create(names: string[], more: object = {}): Promise<Answer['body']> {
  const body = { pageId, name: 'Primary', onCallShifts: [shift(names, more)] };
  return (await api.post('/on-call-schedules', body)).body;
}

/** The stored schedule with other members in its one shift. */
const withMembers = (schedule: Answer['body'], names: string[]) => ({
  ...schedule,
  onCallShifts: [{ ...schedule.onCallShifts[0], members: placesOf(names) }],
});

/** Who is on call at noon of today and the days after it. */
async function holders(id: string, days = 4): Promise<string[]> {
  const found: string[] = [];
  for (let day = 0; day < days; day += 1) {
    found.push(await holderAt(id, iso(day * DAY_MS)));
  }
  return found;
}

async function holderAt(id: string, at: string): Promise<string> {
  const { body } = await api.get(`/on-call-schedules/${id}/members?at=${at}`);
  return body.currentMembers.map(({ email }: { email: string }) => email.split('@')[0]).join();
}

const versionsOf = async (id: string) => (await api.get(`/on-call-schedules/${id}/versions`)).body.versions;
const asTheSchedulerDoes = () => putDueInForce(contextOf(api.services, SYSTEM));

describe('an edit of a schedule', () => {
  test('leaves the running turn and the order of the others as they were', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const { body, status } = await api.put(
      `/on-call-schedules/${made.id}`,
      withMembers(made, ['di', 'ana', 'bo', 'cy']),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ inForceSince: iso(), effectiveFrom: null });
    expect(body.onCallShifts[0]).toMatchObject({ turnOffset: 2, keptTurn: null });
    expect(await holders(made.id, 5)).toEqual(['ana', 'bo', 'cy', 'di', 'ana']);
  });

  test('answers the past from what held then', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const past = `from=${iso(-3 * DAY_MS)}&to=${iso()}`;
    const before = (await api.get(`/on-call-schedules/${made.id}/timeline?${past}`)).body;
    await api.put(`/on-call-schedules/${made.id}`, withMembers(made, ['di']));
    api.clock.move(2 * DAY_MS);
    expect((await api.get(`/on-call-schedules/${made.id}/timeline?${past}`)).body).toEqual(before);
    expect(await holderAt(made.id, iso(-3 * DAY_MS))).toBe('cy');
    expect(await holderAt(made.id, iso())).toBe('di');
    expect(await versionsOf(made.id)).toMatchObject([
      { effectiveFrom: null, effectiveUntil: iso(-2 * DAY_MS), actor: expect.stringContaining('key') },
    ]);
  });

  test('leaves a turn to a member whom it takes out, unless the next in line is to have it at once', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const edited = (await api.put(`/on-call-schedules/${made.id}`, withMembers(made, ['bo', 'cy']))).body;
    expect(edited.onCallShifts[0].keptTurn).toMatchObject({
      workspaceMember: { id: ids.ana, user: { email: 'ana@shop.test' } },
      until: '2026-01-16T09:00:00.000Z',
    });
    expect(await holders(made.id)).toEqual(['ana', 'bo', 'cy', 'bo']);
    // While the turn is hers she cannot be deleted.
    const refused = await api.del(`/v1/${pageId}/team/${ids.ana}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('schedule Primary');

    const other = await create(['ana', 'bo', 'cy']);
    await api.put(`/on-call-schedules/${other.id}`, { ...withMembers(other, ['bo', 'cy']), handover: 'NOW' });
    expect(await holders(other.id)).toEqual(['bo', 'cy', 'bo', 'cy']);
  });

  test('that sends back what was answered changes nothing and leaves no trace', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const { body } = await api.put(`/on-call-schedules/${made.id}`, made);
    expect({ ...body, updatedAt: null }).toEqual({ ...made, updatedAt: null });
    expect(await versionsOf(made.id)).toEqual([]);
  });

  test('made by many at once loses no piece of the past', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const edits = Array.from({ length: 20 }, (_, i) =>
      api.put(`/on-call-schedules/${made.id}`, withMembers(made, i % 2 === 0 ? ['bo', 'cy'] : ['cy', 'di'])),
    );
    expect(new Set((await Promise.all(edits)).map(({ status }) => status))).toEqual(new Set([200]));
    // All at one instant of a clock that stands still: what held for no time is no version.
    expect(await versionsOf(made.id)).toMatchObject([{ effectiveFrom: null, effectiveUntil: iso() }]);
    expect(await holderAt(made.id, iso(-1))).toBe('ana');
  });
});

describe('a planned edit', () => {
  test('holds from its instant on, by itself, and then becomes what the schedule is', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const effectiveFrom = iso(2 * DAY_MS);
    const planned = await api.put(`/on-call-schedules/${made.id}`, {
      ...withMembers(made, ['cy', 'di']),
      effectiveFrom,
    });
    expect(planned.body).toMatchObject({ effectiveFrom, onCallShifts: [{ members: [{}, {}] }] });
    expect((await api.get(`/on-call-schedules/${made.id}`)).body.onCallShifts[0].members).toHaveLength(3);
    // In two days the turn is cy's: she keeps it.
    expect(await holders(made.id, 5)).toEqual(['ana', 'bo', 'cy', 'di', 'cy']);
    expect(await versionsOf(made.id)).toMatchObject([{ effectiveFrom, effectiveUntil: null }]);

    api.clock.move(2 * DAY_MS);
    expect(await holders(made.id, 3)).toEqual(['cy', 'di', 'cy']);
    await asTheSchedulerDoes();
    const now = (await api.get(`/on-call-schedules/${made.id}`)).body;
    expect(now).toMatchObject({ inForceSince: effectiveFrom, onCallShifts: [{ members: [{}, {}] }] });
    expect(await holders(made.id, 3)).toEqual(['cy', 'di', 'cy']);
    expect(await versionsOf(made.id)).toMatchObject([{ effectiveFrom: null, effectiveUntil: effectiveFrom }]);
  });

  test('builds on those planned before it, and yields to the next', async () => {
    const made = await create(['ana']);
    const plan = (names: string[], days: number) =>
      api.put(`/on-call-schedules/${made.id}`, {
        ...withMembers(made, names),
        effectiveFrom: iso(days * DAY_MS),
        handover: 'NOW',
      });
    await plan(['cy'], 2);
    await plan(['bo'], 1);
    await plan(['di'], 2);
    expect(await holders(made.id, 4)).toEqual(['ana', 'bo', 'di', 'di']);
    api.clock.move(3 * DAY_MS);
    // All that came due meanwhile is put in force in order by whoever writes next.
    await api.put(`/on-call-schedules/${made.id}`, { name: 'Renamed' });
    expect((await versionsOf(made.id)).map((version: Answer['body']) => version.effectiveUntil)).toEqual([
      iso(-DAY_MS),
      iso(-2 * DAY_MS),
    ]);
    expect(await holderAt(made.id, iso(-2 * DAY_MS))).toBe('bo');
  });

  test('can be taken back until it holds; what was cannot', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    await api.put(`/on-call-schedules/${made.id}`, withMembers(made, ['ana', 'bo']));
    await api.put(`/on-call-schedules/${made.id}`, { status: 'PAUSED', effectiveFrom: iso(DAY_MS) });
    expect(await holders(made.id, 2)).toEqual(['ana', '']);
    const [planned, past] = await versionsOf(made.id);
    expect((await api.del(`/on-call-schedules/${made.id}/versions/${planned.id}`)).status).toBe(200);
    expect(await holders(made.id, 2)).toEqual(['ana', 'bo']);
    expect((await api.del(`/on-call-schedules/${made.id}/versions/${past.id}`)).status).toBe(409);
    expect((await api.del(`/on-call-schedules/${made.id}/versions/${planned.id}`)).status).toBe(404);
  });

  test('keeps those whom it names from being deleted, and takes on who replaces them', async () => {
    const made = await create(['ana']);
    await api.put(`/on-call-schedules/${made.id}`, {
      ...withMembers(made, ['bo']),
      effectiveFrom: iso(DAY_MS),
    });
    const refused = await api.del(`/v1/${pageId}/team/${ids.bo}`);
    expect(refused.body.error.message).toContain('Primary, as it is planned');
    expect((await api.del(`/v1/${pageId}/team/${ids.bo}?replaceWith=${ids.di}`)).status).toBe(200);
    expect(await holderAt(made.id, iso(2 * DAY_MS))).toBe('di');
  });
});

describe('a preview', () => {
  test('answers what the edit then does, and saves nothing', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const edit = withMembers(made, ['ana', 'bo', 'di']);
    const timeline = `/on-call-schedules/${made.id}/timeline?from=${iso()}&to=${iso(14 * DAY_MS)}`;
    const before = (await api.get(timeline)).body;
    const { body, status } = await api.post(`/on-call-schedules/${made.id}/preview`, { ...edit, days: 14 });
    expect(status).toBe(200);
    expect((await api.get(timeline)).body).toEqual(before);
    expect(await versionsOf(made.id)).toEqual([]);
    expect(body).toMatchObject({ from: iso(), to: iso(14 * DAY_MS), newGaps: [], closedGaps: [] });
    expect(body.members).toMatchObject([
      { email: 'cy@shop.test', gainedHours: 0, lostHours: 99 },
      { email: 'di@shop.test', gainedHours: 99, lostHours: 0 },
    ]);
    expect(body.changes[0]).toEqual({
      start: '2026-01-17T09:00:00.000Z',
      end: '2026-01-18T09:00:00.000Z',
      shiftId: made.onCallShifts[0].id,
      before: ids.cy,
      after: ids.di,
    });

    await api.put(`/on-call-schedules/${made.id}`, edit);
    const after = (await api.get(timeline)).body.stretches;
    for (const change of body.changes) {
      expect(after).toContainEqual(expect.objectContaining({ start: change.start, memberId: change.after }));
    }
  });

  test('names the gaps that an edit to come would open', async () => {
    const made = await create(['ana', 'bo']);
    const { body } = await api.post(`/on-call-schedules/${made.id}/preview`, {
      status: 'PAUSED',
      effectiveFrom: iso(DAY_MS),
      days: 1,
    });
    expect(body.newGaps).toEqual([{ start: iso(DAY_MS), end: iso(2 * DAY_MS) }]);
  });

  test('refuses what the edit would refuse', async () => {
    const made = await create(['ana']);
    const preview = `/on-call-schedules/${made.id}/preview`;
    expect(pathsOf(await api.post(preview, withMembers(made, ['nobody'])))).toEqual([
      'onCallShifts[0].members[0].workspaceMemberId',
    ]);
    expect(pathsOf(await api.post(preview, { days: 93 }))).toEqual(['days']);
    expect(pathsOf(await api.post(preview, { timeZone: 'Mars/Olympus' }))).toEqual(['timeZone']);
  });
});

describe('the past', () => {
  test('keeps what an override did before it was taken back', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const override = { memberId: ids.di, start: iso(-HOUR_MS), end: iso(5 * HOUR_MS) };
    const { id } = (await api.post(`/on-call-schedules/${made.id}/overrides`, override)).body;
    api.clock.move(HOUR_MS);
    expect((await api.del(`/on-call-schedules/${made.id}/overrides/${id}`)).status).toBe(200);
    expect(await holderAt(made.id, iso())).toBe('ana');
    expect(await holderAt(made.id, iso(-1))).toBe('di');
    expect((await api.get(`/on-call-schedules/${made.id}/overrides`)).body.overrides).toEqual([]);
    expect((await api.del(`/on-call-schedules/${made.id}/overrides/${id}`)).status).toBe(404);
  });

  test('names those who were deleted since', async () => {
    const made = await create(['ana', 'bo', 'cy']);
    const override = { memberId: ids.di, start: iso(), end: iso(5 * HOUR_MS) };
    await api.post(`/on-call-schedules/${made.id}/overrides`, override);
    api.clock.move(HOUR_MS);
    for (const leaving of ['ana', 'di']) {
      const { status } = await api.del(`/v1/${pageId}/team/${ids[leaving]}?replaceWith=${ids.bo}`);
      expect(status).toBe(200);
    }
    expect(await holderAt(made.id, iso(-1))).toBe('di');
    expect(await holderAt(made.id, iso(-2 * HOUR_MS))).toBe('ana');
    expect(await holderAt(made.id, iso())).toBe('bo');
    expect(await holderAt(made.id, iso(DAY_MS))).toBe('bo');
    expect(await holderAt(made.id, iso(3 * DAY_MS))).toBe('bo');
    const { explain } = (await api.get(`/on-call-schedules/${made.id}/members?at=${iso(-1)}`)).body;
    expect(explain[0].sentence).toContain('di stands in for');
    // The addresses are free again.
    expect(
      (await api.post(`/v1/${pageId}/team`, { email: 'di@shop.test', permission: 'MEMBER' })).status,
    ).toBe(200);
  });
});

describe('what is wrong with an edit is named', () => {
  test.each([
    [{ effectiveFrom: '2026-01-15T11:59:59.999Z' }, 'effectiveFrom'],
    [{ effectiveFrom: 'tomorrow' }, 'effectiveFrom'],
    [{ handover: 'LATER' }, 'handover'],
    [{ onCallShifts: [] }, 'onCallShifts'],
    [{ timeZone: 'Berlin' }, 'timeZone'],
  ])('%j', async (change, path) => {
    const made = await create(['ana']);
    const answer = await api.put(`/on-call-schedules/${made.id}`, change);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
    expect((await api.get(`/on-call-schedules/${made.id}`)).body).toEqual(made);
  });

  test('more shifts than one can oversee', async () => {
    const made = await create(['ana']);
    const small = {
      members: [{ workspaceMemberId: 'a' }],
      rotationType: 'DAILY',
      startDate: '2026-01-12T09:00:00Z',
    };
    const answer = await api.put(`/on-call-schedules/${made.id}`, {
      onCallShifts: Array.from({ length: 10_000 }, () => small),
    });
    expect([answer.status, ...pathsOf(answer)]).toEqual([400, 'onCallShifts']);
  });

  test('more planned edits than one can oversee', async () => {
    const made = await create(['ana']);
    const plan = (day: number) =>
      api.put(`/on-call-schedules/${made.id}`, { status: 'ACTIVE', effectiveFrom: iso(day * DAY_MS) });
    for (let day = 1; day <= 50; day += 1) expect((await plan(day)).status).toBe(200);
    expect(pathsOf(await plan(51))).toEqual(['effectiveFrom']);
    expect((await plan(50)).status).toBe(200);
  });

  test('a schedule of another page is not there', async () => {
    const made = await create(['ana']);
    const stranger = await api.as('admin', await api.page('Other'));
    const { id } = made;
    for (const answer of await Promise.all([
      stranger.get(`/on-call-schedules/${id}/versions`),
      stranger.post(`/on-call-schedules/${id}/preview`, {}),
      stranger.del(`/on-call-schedules/${id}/versions/any`),
    ])) {
      expect(answer.status).toBe(404);
    }
  });
});
