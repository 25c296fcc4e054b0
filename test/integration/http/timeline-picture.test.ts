import { Resvg } from '@resvg/resvg-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignedLinks } from '../../../src/platform/links.ts';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

const links = createSignedLinks('a secret of the tests');

let api: TestApi;
let pageId: string;
let ann: string;
let key: string;
beforeAll(async () => {
  api = await openApi(() => ({ links }));
  pageId = await api.page();
  ann = (await api.member(pageId, 'ann@x.test')).id;
  await api.member(pageId, 'ben@x.test');
  key = (await api.post('/api-keys', { name: 'pictures', scope: 'read', pageId })).body.key;
});
afterAll(() => api.close());

const add = async (more: object = {}, ofShift: object = {}): Promise<string> => {
  const shift = {
    name: 'Days & nights',
    members: [{ workspaceMemberId: 'ann@x.test', color: '#aa3377' }, { workspaceMemberId: 'ben@x.test' }],
    rotationType: 'DAILY',
    startDate: '2026-01-05T09:00:00.000Z',
    ...ofShift,
  };
  const made = await api.post('/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [shift],
    ...more,
  });
  expect(made.status).toBe(200);
  return made.body.id;
};
const bearer = () => ({ authorization: `Bearer ${key}` });
const fetchRaw = (url: string, headers: Record<string, string> = bearer()) => api.inject({ url, headers });
const svgOf = async (id: string, query = '') => {
  const answer = await fetchRaw(`/on-call-schedules/${id}/timeline.svg${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.body;
};

describe('the picture of a schedule', () => {
  test('is an SVG that a strict reader takes, of the next 14 days', async () => {
    const id = await add({ timeZone: 'Europe/Berlin' });
    const answer = await fetchRaw(`/on-call-schedules/${id}/timeline.svg`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body).toContain('<title id="tocsin-title">On call: Primary</title>');
    expect(answer.body).toContain('Thu 15 Jan 2026, 13:00 – Thu 29 Jan 2026, 13:00. Times in Europe/Berlin.');
    expect(answer.body).toContain('>Days &amp; nights</text>');
    expect(answer.body).toContain('fill="#aa3377"');
    expect(answer.body).toContain('>ann</text>');
    expect(answer.body).toContain('prefers-color-scheme');
    // What draws the PNG is ready after the first one.
    await fetchRaw(`/on-call-schedules/${id}/timeline.png`);
    expect(new Resvg(answer.body).width).toBe(960);
  });

  test('is a PNG of the width asked for, light or dark', async () => {
    const id = await add();
    const sizes = [];
    const bodies = new Set<string>();
    for (const query of ['', '?width=375', '?width=375&theme=dark']) {
      const answer = await fetchRaw(`/on-call-schedules/${id}/timeline.png${query}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(answer.rawPayload.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      sizes.push(answer.rawPayload.readUInt32BE(16));
      bodies.add(answer.rawPayload.toString('base64'));
    }
    expect(sizes).toEqual([960, 375, 375]);
    expect(bodies.size).toBe(3);
  });

  test('shows the clock of the zone asked for', async () => {
    const id = await add({ timeZone: 'Europe/Berlin' });
    const window = '?from=2026-03-28T12:00:00Z&to=2026-03-29T12:00:00Z';
    expect(await svgOf(id, window)).toContain('Sat 28 Mar 2026, 13:00 – Sun 29 Mar 2026, 14:00');
    const there = await svgOf(id, `${window}&zone=America/New_York`);
    expect(there).toContain('Sat 28 Mar 2026, 08:00 – Sun 29 Mar 2026, 08:00. Times in America/New_York.');
  });

  test('marks who stands in, also for everybody, and where nobody is', async () => {
    const id = await add(
      {},
      {
        members: [{ workspaceMemberId: 'ann@x.test' }],
        restrictionType: 'TIMEOFDAY',
        timeOfDayRestrictionStartTime: '1970-01-01T09:00:00.000Z',
        timeOfDayRestrictionEndTime: '1970-01-01T17:00:00.000Z',
      },
    );
    const window = '?from=2026-02-02T00:00:00Z&to=2026-02-04T00:00:00Z';
    const before = await svgOf(id, window);
    expect(before).toContain('3 gaps, 1 d 8 h in all.');
    expect(before).not.toContain('For everybody');
    await api.post(`/on-call-schedules/${id}/overrides`, {
      memberId: 'ben@x.test',
      start: '2026-02-02T00:00:00.000Z',
      end: '2026-02-03T00:00:00.000Z',
    });
    const after = await svgOf(id, window);
    expect(after).toContain('>For everybody</text>');
    expect(after).toContain('<title>ben (override): Mon 2 Feb 2026, 00:00 – Tue 3 Feb 2026, 00:00</title>');
    expect(after).toContain('2 gaps, 16 h in all.');
  });

  test('says that the schedule is paused', async () => {
    const svg = await svgOf(await add({ status: 'PAUSED' }));
    expect(svg).toContain('>This schedule is paused: nobody is on call.</text>');
  });

  test('lets nothing through that people call things', async () => {
    const name = '</title><script>alert(1)</script>\u0007 & "Zoë" 🚒';
    const svg = await svgOf(
      await add({ name }, { name, members: [{ workspaceMemberId: ann, color: '"/><script>' }] }),
    );
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0007');
    expect(new Resvg(svg).width).toBe(960);
  });

  test.each(['svg', 'png'])('is not sent again as %s while it is the same', async (format) => {
    const id = await add();
    const url = `/on-call-schedules/${id}/timeline.${format}`;
    const first = await fetchRaw(url);
    const etag = String(first.headers.etag);
    api.clock.move(60_000);
    const again = await fetchRaw(url, { ...bearer(), 'if-none-match': etag });
    api.clock.move(-60_000);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const other = await fetchRaw(`${url}?theme=dark`, { ...bearer(), 'if-none-match': etag });
    expect(other.statusCode).toBe(200);
    await api.put(`/on-call-schedules/${id}`, { name: 'Renamed' });
    const changed = await fetchRaw(url, { ...bearer(), 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test.each([
    ['zone=Mars/Olympus', 'zone'],
    ['zone=%2B02:00', 'zone'],
    ['zone=UTC&zone=UTC', 'zone'],
    ['width=319', 'width'],
    ['width=2401', 'width'],
    ['width=960.5', 'width'],
    ['theme=blue', 'theme'],
    ['from=yesterday', 'from'],
    ['to=2026-01-01T00:00:00Z', 'to'],
    ['from=2026-01-01T00:00:00Z&to=2027-01-03T00:00:00Z', 'to'],
  ])('is refused for %s', async (query, path) => {
    const id = await add();
    for (const format of ['svg', 'png']) {
      const answer = await api.get(`/on-call-schedules/${id}/timeline.${format}?${query}`);
      expect(answer.status).toBe(400);
      expect(pathsOf(answer)).toEqual([path]);
    }
  });

  test('of a year of hourly handoffs in ten shifts stays small', async () => {
    const shift = {
      members: [{ workspaceMemberId: 'ann@x.test' }, { workspaceMemberId: 'ben@x.test' }],
      rotationType: 'CUSTOM',
      customRotationTypeValue: 1,
      customRotationTypeUnit: 'HOURS',
      startDate: '2026-01-01T00:00:00.000Z',
    };
    const id = await add({ onCallShifts: Array.from({ length: 10 }, () => shift) });
    const svg = await svgOf(id, '?from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00Z');
    expect(svg).toContain('8,784 stretches, 2 members');
    expect(svg.length).toBeLessThan(50_000);
  });
});

describe('who may see the picture', () => {
  test('whoever has a key of the page, and nobody else', async () => {
    const id = await add();
    const elsewhere = await api.as('admin', await api.page('Elsewhere'));
    for (const format of ['svg', 'png']) {
      const url = `/on-call-schedules/${id}/timeline.${format}`;
      expect((await fetchRaw(url, {})).statusCode).toBe(401);
      expect((await elsewhere.get(url)).status).toBe(404);
      expect((await api.get(`/on-call-schedules/sch_none/timeline.${format}`)).status).toBe(404);
    }
  });

  test("whoever has the token of the schedule's calendar, without a key", async () => {
    const [id, other] = [await add(), await add()];
    const tokenOf = async (scheduleId: string) =>
      String((await api.get(`/on-call-schedules/${scheduleId}/calendar`)).body.url).split('token=')[1];
    const [mine, foreign] = [await tokenOf(id), await tokenOf(other)];
    for (const format of ['svg', 'png']) {
      const path = `/on-call-schedules/${id}/timeline.${format}`;
      expect((await fetchRaw(`${path}?token=${mine}&width=400`, {})).statusCode).toBe(200);
      expect((await fetchRaw(`${path}?token=${mine}&width=4`, {})).statusCode).toBe(400);
      for (const wrong of [
        '',
        'x',
        foreign,
        `${mine}&token=${mine}`,
        links.sign(JSON.stringify({ cm: ann })),
      ]) {
        // A key does not make a wrong token right.
        for (const headers of [{}, bearer()]) {
          const answer = await fetchRaw(`${path}?token=${wrong}`, headers);
          expect([wrong, answer.statusCode]).toEqual([wrong, 404]);
        }
      }
    }
  });

  test('the documentation tells of both ways in', async () => {
    const { body } = await api.get('/openapi.json');
    for (const [format, type] of [
      ['svg', 'image/svg+xml'],
      ['png', 'image/png'],
    ]) {
      const { get } = body.paths[`/on-call-schedules/{id}/timeline.${format}`];
      expect(get.security).toEqual([{ apiKey: [] }, {}]);
      expect(Object.keys(get.responses['200'].content)).toEqual([type]);
      const described = get.parameters.map(({ name, description }: Record<string, string>) => [
        name,
        !!description,
      ]);
      const names = ['from', 'to', 'zone', 'width', 'token', 'theme'];
      expect(Object.fromEntries(described)).toMatchObject(
        Object.fromEntries(names.map((name) => [name, true])),
      );
    }
  });
});
