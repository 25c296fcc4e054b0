import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignedLinks } from '../../../src/platform/links.ts';
import { openApi, type TestApi } from '../../support/api.ts';

const links = createSignedLinks('a secret of the tests');
const PUBLIC_URL = 'http://127.0.0.1:3000';

let api: TestApi;
let pageId: string;
let ann: string;
beforeAll(async () => {
  api = await openApi(() => ({ links }));
  pageId = await api.page();
  ann = (await api.member(pageId, 'ann@x.test')).id;
  await api.member(pageId, 'ben@x.test');
  await api.member(pageId, 'cem@x.test');
});
afterAll(() => api.close());

const shift = (more: object = {}) => ({
  name: 'Night',
  members: [{ workspaceMemberId: 'ann@x.test' }, { workspaceMemberId: 'ben@x.test' }],
  rotationType: 'WEEKLY',
  startDate: '2025-10-06T09:00:00.000Z',
  ...more,
});
const add = async (more: object = {}, ofShift: object = {}): Promise<string> => {
  const body = { pageId, name: 'Primary', onCallShifts: [shift(ofShift)], ...more };
  const made = await api.post('/on-call-schedules', body);
  expect(made.status).toBe(200);
  return made.body.id;
};
const override = async (scheduleId: string, body: object): Promise<string> =>
  (await api.post(`/on-call-schedules/${scheduleId}/overrides`, body)).body.id;
const addressOf = async (path: string): Promise<string> => {
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  expect(body.url.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  return body.url.slice(PUBLIC_URL.length);
};
const fetchRaw = (url: string, headers: Record<string, string> = {}) => api.inject({ url, headers });

/** What another library than the one that writes calendars reads in one. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, sequence, startDate, endDate } = new ICAL.Event(component);
    const iso = (time: ICAL.Time) => time.toJSDate().toISOString();
    expect([startDate.zone.tzid, endDate.zone.tzid]).toEqual(['UTC', 'UTC']);
    return { uid, summary, description, sequence, start: iso(startDate), end: iso(endDate) };
  });
const calendarOf = async (scheduleId: string) =>
  eventsIn((await fetchRaw(await addressOf(`/on-call-schedules/${scheduleId}/calendar`))).body);

describe("a schedule's calendar", () => {
  test('is served without a key, by the secret address that a read key may see', async () => {
    const id = await add();
    const reader = await api.as('read', pageId);
    expect((await reader.get(`/on-call-schedules/${id}/calendar`)).status).toBe(200);
    const answer = await fetchRaw(await addressOf(`/on-call-schedules/${id}/calendar`));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const calendar = new ICAL.Component(ICAL.parse(answer.body));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('On call: Primary');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  });

  test.each([
    ['Europe/Berlin', '2025-10-06T07:00:00.000Z'],
    ['America/New_York', '2025-10-06T13:00:00.000Z'],
  ])('has the instants of the timeline over the clock changes of %s', async (timeZone, startDate) => {
    const id = await add(
      { timeZone },
      {
        startDate,
        rotationType: 'DAILY',
        restrictionType: 'TIMEOFDAY',
        // Over the hours that are skipped and doubled.
        timeOfDayRestrictionStartTime: '1970-01-01T22:30:00.000Z',
        timeOfDayRestrictionEndTime: '1970-01-01T02:30:00.000Z',
      },
    );
    const events = await calendarOf(id);
    for (const [from, to] of [
      ['2026-01-02T12:00:00Z', '2026-05-01T12:00:00Z'],
      ['2026-05-01T12:00:00Z', '2026-12-31T12:00:00Z'],
    ]) {
      const { body } = await api.get(`/on-call-schedules/${id}/timeline?from=${from}&to=${to}`);
      const within = events.filter(({ start, end }) => start >= body.from && end <= body.to);
      const instants = ({ start, end }: { start: string; end: string }) => [start, end];
      expect(within.length).toBeGreaterThan(100);
      expect(within.map(instants)).toEqual(body.stretches.map(instants));
    }
    const lengths = new Set(events.map((e) => (Date.parse(e.end) - Date.parse(e.start)) / 3_600_000));
    expect(lengths.size).toBeGreaterThan(1);
  });

  test('goes from two weeks back to a year ahead, and says when what runs at its edge began', async () => {
    const events = await calendarOf(await add());
    // The clock stands on 2026-01-15; the week of 2025-12-29 runs on 2026-01-01.
    expect(events[0]).toMatchObject({ start: '2025-12-29T09:00:00.000Z', end: '2026-01-05T09:00:00.000Z' });
    expect(events.at(-1)?.end.slice(0, 10)).toBe('2027-01-17');
    const alone = await calendarOf(await add({}, { members: [{ workspaceMemberId: ann }] }));
    expect(alone).toMatchObject([{ start: '2025-10-06T09:00:00.000Z', end: '2027-01-17T00:00:00.000Z' }]);
  });

  test('names who holds a stretch, the shift and the override, whatever they are called', async () => {
    const name = 'Shop; "A, B"\\n\nBEGIN:VEVENT\r\nSUMMARY:Müller 🚒\u0007';
    const id = await add({ name }, { name: 'Nächte, spät; früh' });
    const own = await override(id, {
      memberId: 'cem@x.test',
      replacesMemberId: 'ann@x.test',
      start: '2026-01-13T10:00:00.000Z',
      end: '2026-01-13T14:00:00.000Z',
    });
    const everybody = await override(id, {
      memberId: 'cem@x.test',
      start: '2026-03-29T00:30:00.000Z',
      end: '2026-03-29T01:30:00.000Z',
    });
    const raw = await fetchRaw(await addressOf(`/on-call-schedules/${id}/calendar`));
    const lines = raw.body.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    for (const stray of ['\r', '\n', '\u0007']) expect(lines.join('')).not.toContain(stray);
    const read = name.replace('\r\n', '\n').replace('\u0007', ' ');
    const calendar = new ICAL.Component(ICAL.parse(raw.body));
    // Of properties that the standard does not have, the parser takes no escapes away.
    const calendarName = String(calendar.getFirstPropertyValue('x-wr-calname'));
    const unescaped = calendarName.replaceAll(/\\(.)/g, (_all, one) => (one === 'n' ? '\n' : one));
    expect(unescaped).toBe(`On call: ${read}`);
    const events = eventsIn(raw.body);
    expect(events[0]).toMatchObject({
      summary: `On call: ann (${read})`,
      description: 'Shift: Nächte, spät; früh',
    });
    expect(events.filter((e) => e.summary.startsWith('On call: cem'))).toMatchObject([
      {
        description: `Shift: Nächte, spät; früh\nOverride ${own}: stands in for ann`,
        start: '2026-01-13T10:00:00.000Z',
        end: '2026-01-13T14:00:00.000Z',
      },
      {
        description: `Stands in for everybody\nOverride ${everybody}: stands in for everybody`,
        start: '2026-03-29T00:30:00.000Z',
        end: '2026-03-29T01:30:00.000Z',
      },
    ]);
  });

  test('is not sent again while it is the same, and counts up when an override comes or goes', async () => {
    const id = await add();
    const url = await addressOf(`/on-call-schedules/${id}/calendar`);
    const first = await fetchRaw(url);
    const etag = String(first.headers.etag);
    for (const header of [etag, `"other", W/${etag}`, '*']) {
      const again = await fetchRaw(url, { 'if-none-match': header });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await fetchRaw(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);

    api.clock.move(60_000);
    const made = await override(id, {
      memberId: 'cem@x.test',
      start: '2026-02-03T10:00:00.000Z',
      end: '2026-02-03T14:00:00.000Z',
    });
    const changed = await fetchRaw(url, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    const before = new Map(eventsIn(first.body).map((event) => [event.uid, event]));
    const after = eventsIn(changed.body);
    // The stand-in and what is left of the week after it are new; the rest are the same events in a later version.
    expect(after.filter((event) => !before.has(event.uid))).toHaveLength(2);
    expect(new Set(after.map((event) => event.uid)).size).toBe(after.length);
    const kept = after.filter((event) => before.has(event.uid));
    const known = kept.map((event) => before.get(event.uid));
    expect(kept.map(({ start, summary }) => [start, summary])).toEqual(
      known.map((one) => [one?.start, one?.summary]),
    );
    const sequences = (events: typeof after) => [...new Set(events.map((event) => event.sequence))];
    const [sequence = 0] = sequences([...before.values()]);
    expect(sequences(after)).toEqual([sequence + 60]);

    api.clock.move(60_000);
    await api.del(`/on-call-schedules/${id}/overrides/${made}`);
    const restored = eventsIn((await fetchRaw(url)).body);
    expect(restored).toEqual([...before.values()].map((event) => ({ ...event, sequence: sequence + 120 })));
    api.clock.move(-120_000);
  });

  test('keeps to 2,000 events, the nearest, each with an identity of its own', async () => {
    const id = await add(
      {},
      { rotationType: 'CUSTOM', customRotationTypeValue: 1, customRotationTypeUnit: 'HOURS' },
    );
    const events = await calendarOf(id);
    expect(events).toHaveLength(2_000);
    expect(new Set(events.map((event) => event.uid)).size).toBe(2_000);
    expect(events[0]?.start).toBe('2026-01-15T12:00:00.000Z');
  });

  test('is empty while the schedule is paused', async () => {
    expect(await calendarOf(await add({ status: 'PAUSED' }))).toEqual([]);
  });

  test('is not there for any token but its own', async () => {
    const [id, other] = [await add(), await add()];
    const url = await addressOf(`/on-call-schedules/${id}/calendar`);
    const foreign = (await addressOf(`/on-call-schedules/${other}/calendar`)).split('token=')[1];
    const mine = url.split('token=')[1];
    const path = `/on-call-schedules/${id}/calendar.ics`;
    const page = links.sign(JSON.stringify({ i: id, m: ann }));
    const query = [
      '',
      '?token=',
      '?token=x',
      `?token=${foreign}`,
      `?token=${page}`,
      `?token=${mine}&token=${mine}`,
      `?token=${mine}x.y`,
    ];
    const unknown = await fetchRaw('/on-call-schedules/sch_none/calendar.ics?token=x');
    expect(unknown.statusCode).toBe(404);
    for (const wrong of query) {
      const answer = await fetchRaw(path + wrong);
      expect([wrong, answer.statusCode, answer.json()]).toEqual([wrong, 404, unknown.json()]);
    }
    await api.del(`/on-call-schedules/${id}`);
    expect((await fetchRaw(url)).json()).toEqual(unknown.json());
  });
});

describe("a member's calendar", () => {
  test('has their stretches on all schedules of their page, the same events as there', async () => {
    const page = await api.page('Two schedules');
    const dan = (await api.member(page, 'dan@x.test')).id;
    await api.member(page, 'eve@x.test');
    const members = [{ workspaceMemberId: 'dan@x.test' }, { workspaceMemberId: 'eve@x.test' }];
    const ids = [
      await add({ pageId: page, name: 'First' }, { members }),
      await add({ pageId: page, name: 'Second' }, { members: members.toReversed() }),
      await add({ pageId: page, name: 'Hers alone' }, { members: [members[1]] }),
    ];
    const url = await addressOf(`/v1/${page}/team/dan@x.test/calendar`);
    expect(url).toContain(`/team/${dan}/calendar.ics?token=`);
    const answer = await fetchRaw(url);
    const events = eventsIn(answer.body);
    const all = (await Promise.all(ids.map(calendarOf))).flat();
    const own = all.filter((event) => event.summary.startsWith('On call: dan'));
    expect(new Set(own.map((event) => event.summary))).toEqual(
      new Set(['On call: dan (First)', 'On call: dan (Second)']),
    );
    expect(new Set(events.map((event) => JSON.stringify(event)))).toEqual(
      new Set(own.map((event) => JSON.stringify(event))),
    );
    expect(events.map((event) => event.start)).toEqual(events.map((event) => event.start).toSorted());
    const again = await fetchRaw(url, { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test("is not there for another token, a schedule's or an acknowledgement's", async () => {
    const path = `/team/${ann}/calendar.ics`;
    const unknown = await fetchRaw('/team/mbr_none/calendar.ics');
    expect(unknown.statusCode).toBe(404);
    for (const payload of [{ c: ann }, { i: 'inc_1', m: ann }, { cm: 'mbr_none' }]) {
      const answer = await fetchRaw(`${path}?token=${links.sign(JSON.stringify(payload))}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, unknown.json()]);
    }
    const gone = links.sign(JSON.stringify({ cm: 'mbr_none' }));
    expect((await fetchRaw(`/team/mbr_none/calendar.ics?token=${gone}`)).statusCode).toBe(404);
  });
});

test('the addresses of calendars of another page are as unknown as those of none', async () => {
  const id = await add();
  const elsewhere = await api.page('Elsewhere');
  const foreign = await api.as('admin', elsewhere);
  expect((await foreign.get(`/on-call-schedules/${id}/calendar`)).status).toBe(404);
  expect((await foreign.get(`/v1/${pageId}/team/${ann}/calendar`)).status).toBe(404);
  expect((await foreign.get(`/v1/${elsewhere}/team/${ann}/calendar`)).status).toBe(404);
  expect((await api.get('/on-call-schedules/sch_none/calendar')).status).toBe(404);
  expect((await api.get(`/v1/${pageId}/team/nobody@x.test/calendar`)).status).toBe(404);
  expect((await fetchRaw(`/on-call-schedules/${id}/calendar`)).statusCode).toBe(401);
  expect((await fetchRaw(`/v1/${pageId}/team/${ann}/calendar`)).statusCode).toBe(401);
});

test('the documentation tells of the calendars and that they need no key', async () => {
  const { body } = await api.get('/openapi.json');
  for (const path of ['/on-call-schedules/{id}/calendar.ics', '/team/{member_id}/calendar.ics']) {
    const { get } = body.paths[path];
    expect(get.security).toEqual([]);
    expect(Object.keys(get.responses['200'].content)).toEqual(['text/calendar']);
  }
});
