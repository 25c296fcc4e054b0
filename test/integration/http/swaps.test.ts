import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/time/instant.ts';
import { pathsOf, type TestApi } from '../../support/api.ts';
import { addSchedule, newNotices, openSwaps, type SwapPage } from '../../support/swaps.ts';

let api: TestApi;
let newPage: () => Promise<SwapPage>;
beforeAll(async () => {
  ({ api, newPage } = await openSwaps());
});
afterAll(() => api.close());

// Of ann's week; and of ben's after it.
const start = '2026-01-20T00:00:00.000Z';
const end = '2026-01-21T00:00:00.000Z';
const returnStart = '2026-01-27T00:00:00.000Z';
const returnEnd = '2026-01-28T00:00:00.000Z';
const byNumber = (a: number, b: number) => a - b;
const NOON = '2026-01-20T12:00:00.000Z';

const offer = async (page: SwapPage, more: object = {}): Promise<string> => {
  const made = await api.post(page.swaps, { memberId: 'ann@x.test', start, end, ...more });
  expect(made.status).toBe(200);
  return made.body.swap.id;
};
const answer = (page: SwapPage, id: string, what: 'accept' | 'decline', memberId: string) =>
  api.post(`${page.swaps}/${id}/${what}`, { memberId });
const statusOf = async (page: SwapPage, id: string): Promise<string> => {
  const { body } = await api.get(page.swaps);
  return body.swaps.find((swap: { id: string }) => swap.id === id).status;
};

describe('a swap', () => {
  test('leaves the asker on call until it is accepted, and then puts the accepter there', async () => {
    const page = await newPage();
    const { ann, ben, scheduleId } = page;
    const made = await api.post(page.swaps, {
      memberId: 'ANN@x.test',
      toMemberId: ben,
      start,
      end,
      note: 'My birthday',
    });
    expect(made.status).toBe(200);
    expect(made.body.swap).toMatchObject({
      scheduleId,
      memberId: ann,
      toMemberId: ben,
      start,
      end,
      returnStart: null,
      returnEnd: null,
      note: 'My birthday',
      status: 'OPEN',
      declinedByIds: [],
      acceptedById: null,
      answeredAt: null,
      timeOffId: null,
    });
    expect(await page.onCallAt(NOON)).toEqual(['ann@x.test']);
    expect(await page.told()).toEqual(['ben@x.test: ann asks you to take a stretch on call']);

    const accepted = await answer(page, made.body.swap.id, 'accept', 'ben@x.test');
    expect(accepted.status).toBe(200);
    const { swap, overrides } = accepted.body;
    expect(swap).toMatchObject({ status: 'ACCEPTED', acceptedById: ben, answeredAt: expect.any(String) });
    expect(overrides).toMatchObject([{ memberId: ben, replacesMemberId: ann, start, end }]);
    expect(await page.onCallAt(NOON)).toEqual(['ben@x.test']);
    expect(await page.onCallAt(end)).toEqual(['ann@x.test']);
    expect(await page.told()).toEqual(['ann@x.test: ben takes your stretch on call']);
    expect((await api.get(`/on-call-schedules/${scheduleId}/overrides`)).body.overrides).toEqual(overrides);
  });

  test('with a stretch in exchange puts the asker on call there', async () => {
    const page = await newPage();
    const id = await offer(page, { toMemberId: 'ben@x.test', returnStart, returnEnd });
    const notice = (await newNotices(api)).find(({ pageId }) => pageId === page.pageId);
    expect(notice?.text).toContain('in Primary from Tue 2026-01-20 00:00 UTC to Wed 2026-01-21 00:00 UTC.');
    expect(notice?.text).toContain('In exchange they take yours from Tue 2026-01-27 00:00 UTC');
    const { body } = await answer(page, id, 'accept', page.ben);
    expect(body.overrides).toMatchObject([
      { memberId: page.ben, replacesMemberId: page.ann, start, end },
      { memberId: page.ann, replacesMemberId: page.ben, start: returnStart, end: returnEnd },
    ]);
    expect(await page.onCallAt(NOON)).toEqual(['ben@x.test']);
    expect(await page.onCallAt('2026-01-27T12:00:00Z')).toEqual(['ann@x.test']);
    expect(await page.onCallAt(returnEnd)).toEqual(['ben@x.test']);
  });

  test('accepted while its stretch runs starts at that moment', async () => {
    const page = await newPage();
    const running = { memberId: page.ben, start: '2026-01-15T00:00:00Z', end: '2026-01-16T00:00:00Z' };
    const { body } = await api.post(page.swaps, running);
    const now = new Date(api.clock.now()).toISOString();
    const accepted = await answer(page, body.swap.id, 'accept', page.cem);
    expect(accepted.body.overrides).toMatchObject([{ start: now, end: '2026-01-16T00:00:00.000Z' }]);
    expect(await page.onCallAt(now)).toEqual(['cem@x.test']);
  });

  test('for everybody is told to the others of the shifts, and may be taken by any member of the page', async () => {
    const page = await newPage();
    const id = await offer(page);
    expect(await page.told()).toEqual(['ben@x.test: ann looks for somebody to take over on call']);
    expect((await answer(page, id, 'accept', page.cem)).status).toBe(200);
    expect(await page.onCallAt(NOON)).toEqual(['cem@x.test']);
  });

  test('of twenty who accept at once is won by exactly one', async () => {
    const page = await newPage();
    const people: string[] = [];
    for (let i = 0; i < 20; i += 1) people.push((await api.member(page.pageId, `p${i}@x.test`)).id);
    const id = await offer(page);
    const answers = await Promise.all(people.map((member) => answer(page, id, 'accept', member)));
    expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([200, ...Array(19).fill(409)]);
    const { body } = await api.get(`/on-call-schedules/${page.scheduleId}/overrides`);
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    expect(body.overrides).toMatchObject([{ memberId: winner, replacesMemberId: page.ann }]);
    expect((await api.get(page.swaps)).body.swaps).toMatchObject([{ acceptedById: winner }]);
  });

  test('that is accepted, declined and withdrawn at once ends in one of these ways', async () => {
    const page = await newPage();
    for (const _again of [1, 2, 3]) {
      const id = await offer(page, { toMemberId: page.ben });
      const answers = await Promise.all([
        api.del(`${page.swaps}/${id}`),
        answer(page, id, 'decline', page.ben),
        answer(page, id, 'accept', page.ben),
      ]);
      expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([200, 409, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await statusOf(page, id)).toBe(['WITHDRAWN', 'DECLINED', 'ACCEPTED'][winner]);
      if (winner === 2) break;
    }
  });

  test('is refused once another one gave the same stretch away', async () => {
    const page = await newPage();
    const ids = [await offer(page), await offer(page)];
    const answers = await Promise.all(ids.map((id) => answer(page, id, 'accept', page.ben)));
    expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([200, 409]);
  });

  test('is refused when what was to come in exchange is not theirs any more', async () => {
    const page = await newPage();
    const id = await offer(page, { toMemberId: page.ben, returnStart, returnEnd });
    const override = { memberId: page.cem, start: returnStart, end: returnEnd };
    await api.post(`/on-call-schedules/${page.scheduleId}/overrides`, override);
    expect((await answer(page, id, 'accept', page.ben)).status).toBe(409);
    expect(await page.onCallAt(NOON)).toEqual(['ann@x.test']);
  });

  test('ends when the one who was asked by name declines', async () => {
    const page = await newPage();
    const id = await offer(page, { toMemberId: page.ben });
    await page.told();
    expect((await answer(page, id, 'decline', page.ben)).body.swap).toMatchObject({ status: 'DECLINED' });
    expect(await page.told()).toEqual(['ann@x.test: ben declined to take your stretch on call']);
    expect((await answer(page, id, 'accept', page.ben)).status).toBe(409);
    expect((await answer(page, id, 'decline', page.ben)).status).toBe(409);
  });

  test('for everybody stays open when one declines, and tells the asker when all have', async () => {
    const page = await newPage();
    const id = await offer(page);
    await page.told();
    for (const _twice of [1, 2]) {
      const { body } = await answer(page, id, 'decline', page.cem);
      expect(body.swap).toMatchObject({ status: 'OPEN', declinedByIds: [page.cem] });
    }
    expect(await page.told()).toEqual([]);
    await answer(page, id, 'decline', page.ben);
    expect(await page.told()).toEqual([
      'ann@x.test: Everybody who was asked declined to take your stretch on call',
    ]);
    expect((await answer(page, id, 'accept', page.ben)).status).toBe(200);
  });

  test('is answered by those who were asked alone', async () => {
    const page = await newPage();
    const named = await offer(page, { toMemberId: page.ben });
    const open = await offer(page);
    const stranger = (await api.member(await api.page('Other'), 'dan@x.test')).id;
    for (const what of ['accept', 'decline'] as const) {
      for (const [id, member] of [
        [named, page.cem],
        [named, page.ann],
        [open, page.ann],
        [open, stranger],
        [open, 'nobody@x.test'],
      ] as const) {
        const refused = await answer(page, id, what, member);
        expect(refused.status).toBe(400);
        expect(pathsOf(refused)).toEqual(['memberId']);
      }
      expect(pathsOf(await api.post(`${page.swaps}/${open}/${what}`))).toEqual(['memberId']);
    }
    expect([await statusOf(page, named), await statusOf(page, open)]).toEqual(['OPEN', 'OPEN']);
  });

  test('is withdrawn while it is open, and whoever was asked by name is told', async () => {
    const page = await newPage();
    const id = await offer(page, { toMemberId: page.ben });
    await page.told();
    const gone = await api.del(`${page.swaps}/${id}`);
    expect(gone).toEqual({ status: 200, body: { message: 'Swap withdrawn successfully.' } });
    expect(await statusOf(page, id)).toBe('WITHDRAWN');
    expect(await page.told()).toEqual(['ben@x.test: ann needs nobody to take over on call any more']);
    expect((await api.del(`${page.swaps}/${id}`)).status).toBe(409);
    expect((await answer(page, id, 'accept', page.ben)).status).toBe(409);

    const accepted = await offer(page);
    await answer(page, accepted, 'accept', page.ben);
    expect((await api.del(`${page.swaps}/${accepted}`)).status).toBe(409);
    expect((await api.del(`${page.swaps}/swp_x`)).status).toBe(404);
  });

  test('is listed newest first, by the status that it has', async () => {
    const page = await newPage();
    const withdrawn = await offer(page);
    await api.del(`${page.swaps}/${withdrawn}`);
    api.clock.move(1);
    const open = await offer(page);
    const list = async (query: string) => {
      const { body } = await api.get(`${page.swaps}?${query}`);
      return [body.swaps.map((swap: { id: string }) => swap.id), body.total];
    };
    expect(await list('')).toEqual([[open, withdrawn], 2]);
    expect(await list('limit=1&page=2')).toEqual([[withdrawn], 2]);
    expect(await list('status=OPEN')).toEqual([[open], 1]);
    expect(await list('status=WITHDRAWN')).toEqual([[withdrawn], 1]);
    expect(await list('status=EXPIRED')).toEqual([[], 0]);
    expect(pathsOf(await api.get(`${page.swaps}?status=GONE`))).toEqual(['status']);
  });

  test('does not exist for the key of another page, nor under another schedule', async () => {
    const page = await newPage();
    const id = await offer(page);
    const stranger = await api.as('admin', await api.page('Other'));
    const body = { memberId: page.ann, start, end };
    expect((await stranger.get(page.swaps)).status).toBe(404);
    expect((await stranger.post(page.swaps, body)).status).toBe(404);
    expect((await stranger.post(`${page.swaps}/${id}/accept`, { memberId: page.ben })).status).toBe(404);
    expect((await stranger.post(`${page.swaps}/${id}/decline`, { memberId: page.ben })).status).toBe(404);
    expect((await stranger.del(`${page.swaps}/${id}`)).status).toBe(404);
    const other = `/on-call-schedules/${await addSchedule(api, page.pageId)}/swaps`;
    expect((await api.post(`${other}/${id}/accept`, { memberId: page.ben })).status).toBe(404);
    expect((await api.del(`${other}/${id}`)).status).toBe(404);
    const reader = await api.as('read', page.pageId);
    expect((await reader.post(page.swaps, body)).status).toBe(403);
    expect((await reader.get(page.swaps)).status).toBe(200);
  });

  test('goes with a member who is deleted, whether they asked or were asked', async () => {
    const page = await newPage();
    const team = `/v1/${page.pageId}/team`;
    await offer(page, { toMemberId: page.cem });
    const open = await offer(page);
    await answer(page, open, 'decline', page.cem);
    expect((await api.del(`${team}/${page.cem}`)).status).toBe(200);
    expect((await api.get(page.swaps)).body.swaps).toMatchObject([{ id: open, status: 'OPEN' }]);
    expect((await api.del(`${team}/${page.ann}?replaceWith=${page.ben}`)).status).toBe(200);
    expect((await api.get(page.swaps)).body.total).toBe(0);
  });
});

// Last: it moves the clock.
test('a swap whose time is over is EXPIRED, and cannot be answered', async () => {
  const page = await newPage();
  const id = await offer(page);
  const returning = await offer(page, {
    toMemberId: page.ben,
    start: '2026-01-25T00:00:00Z',
    end: '2026-01-26T00:00:00Z',
    returnStart: '2026-01-16T00:00:00Z',
    returnEnd: '2026-01-17T00:00:00Z',
  });
  api.clock.move(6 * DAY_MS);
  const { body } = await api.get(`${page.swaps}?status=EXPIRED`);
  expect(body.swaps.map((swap: { id: string }) => swap.id)).toEqual([returning, id]);
  expect(await statusOf(page, id)).toBe('EXPIRED');
  expect((await api.get(`${page.swaps}?status=OPEN`)).body.total).toBe(0);
  for (const over of [id, returning]) {
    expect((await answer(page, over, 'accept', page.ben)).status).toBe(409);
    expect((await answer(page, over, 'decline', page.ben)).status).toBe(409);
    expect((await api.del(`${page.swaps}/${over}`)).status).toBe(409);
  }
});
