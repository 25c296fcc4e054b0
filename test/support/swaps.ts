import { plusMs } from '../../src/core/time/instant.ts';
import type { Notice } from '../../src/services/ports/notices.ts';
import { openApi, type TestApi } from './api.ts';

/** A page with ann, ben and cem, of whom the first two take weeks on call, from Mondays at 9: ben's runs, ann's is next. */
export type SwapPage = {
  readonly api: TestApi;
  readonly pageId: string;
  readonly ann: string;
  readonly ben: string;
  readonly cem: string;
  readonly scheduleId: string;
  /** The path of the schedule's swaps. */
  readonly swaps: string;
  /** Who is on call at an instant, by e-mail. */
  readonly onCallAt: (at: string) => Promise<string[]>;
  /** What members were told since this was asked for last: `<e-mail>: <title>`, sorted. */
  readonly told: () => Promise<string[]>;
};

/** As `openApi`, with `newPage`: each makes a page of its own. */
export async function openSwaps(): Promise<{ api: TestApi; newPage: (shift?: object) => Promise<SwapPage> }> {
  const api = await openApi();
  return { api, newPage: (shift = {}) => swapPage(api, shift) };
}

async function swapPage(api: TestApi, shift: object): Promise<SwapPage> {
  const pageId = await api.page();
  const ids: string[] = [];
  for (const name of ['ann', 'ben', 'cem']) ids.push((await api.member(pageId, `${name}@x.test`)).id);
  const [ann = '', ben = '', cem = ''] = ids;
  const scheduleId = await addSchedule(api, pageId, shift);
  return {
    api,
    pageId,
    ann,
    ben,
    cem,
    scheduleId,
    swaps: `/on-call-schedules/${scheduleId}/swaps`,
    onCallAt: async (at) => {
      const { body } = await api.get(`/on-call-schedules/${scheduleId}/members?at=${at}`);
      return body.currentMembers.map((member: { email: string }) => member.email);
    },
    told: async () => {
      const notices = (await newNotices(api)).filter((notice) => notice.pageId === pageId);
      const people = await api.store.members.findMany(notices.map(({ memberId }) => memberId));
      const emailOf = (id: string) => people.find((member) => member.id === id)?.email;
      return notices.map(({ memberId, title }) => `${emailOf(memberId)}: ${title}`).sort();
    },
  };
}

export async function addSchedule(api: TestApi, pageId: string, shift: object = {}): Promise<string> {
  const made = await api.post('/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [
      {
        members: [{ workspaceMemberId: 'ann@x.test' }, { workspaceMemberId: 'ben@x.test' }],
        rotationType: 'WEEKLY',
        startDate: '2026-01-05T09:00:00.000Z',
        ...shift,
      },
    ],
  });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}

/** The notices that wait to be sent; they are claimed, so that the next look finds later ones only. */
export async function newNotices(api: TestApi): Promise<Notice[]> {
  const now = api.clock.now();
  const hold = {
    kind: 'notice.send' as const,
    leaseUntil: plusMs(now, 1e12),
    leaseToken: 'test',
    limit: 1_000,
  };
  const entries = await api.store.outbox.claim({ now, ...hold });
  const found = await Promise.all(entries.map(({ subjectId }) => api.store.notices.find(subjectId)));
  return found.flatMap((notice) => notice ?? []);
}
