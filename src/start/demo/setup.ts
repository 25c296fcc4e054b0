import type { DemoClient } from './client.ts';

/** The made-up team, as the story needs it. */
export type DemoTeam = {
  readonly pageId: string;
  readonly monitorId: string;
  readonly scheduleId: string;
};

const SUBDOMAIN = 'demo-shop';
const CHECK_EVERY_S = 5;
const PEOPLE = [
  { name: 'Ann', email: 'ann@demo.example', timeZone: 'Europe/Berlin', phone: '+4915112345678' },
  { name: 'Ben', email: 'ben@demo.example', timeZone: 'America/New_York', phone: '+12025550123' },
  { name: 'Chie', email: 'chie@demo.example', timeZone: 'Asia/Tokyo', phone: '+81312345678' },
] as const;

type Named = { id: string; name: string };

/** Makes the team, or finds what an earlier demo made; only the monitor is pointed at this demo's target. */
export async function ensureTeam(client: DemoClient, targetUrl: string): Promise<DemoTeam> {
  const pageId = await ensurePage(client);
  await ensurePeople(client, pageId);
  const scheduleId = await ensureSchedule(client, pageId);
  await ensurePolicy(client, pageId);
  await ensureRoutingRule(client, pageId, scheduleId);
  const monitorId = await ensureMonitor(client, pageId, `${targetUrl}/checkout`);
  return { pageId, monitorId, scheduleId };
}

/** Ends the checks of what is gone when the demo is; the next one starts them again. */
export async function pauseMonitor(client: DemoClient, { monitorId }: DemoTeam): Promise<void> {
  await client('PUT', `/monitors/${monitorId}`, { paused: true });
}

async function ensurePage(client: DemoClient): Promise<string> {
  const pages = await client<{ id: string; subdomain: string }[]>('GET', '/v2/pages?per_page=100');
  const known = pages.find((page) => page.subdomain === SUBDOMAIN);
  if (known !== undefined) return known.id;
  const page = await client<{ id: string }>('POST', '/v1/pages', {
    name: 'Demo shop',
    subdomain: SUBDOMAIN,
    email: 'owner@demo.example',
    components: ['Checkout', 'Search'],
    chatChannel: '#incidents',
  });
  return page.id;
}

async function ensurePeople(client: DemoClient, pageId: string): Promise<void> {
  type Teammate = { id: string; user: { email: string } };
  for (const { email } of PEOPLE) {
    await client('POST', `/v1/${pageId}/team`, {
      email,
      permission: email.startsWith('ann') ? 'FULL' : 'MEMBER',
    });
  }
  const team = await client<Teammate[]>('GET', `/v1/${pageId}/team?per_page=100`);
  for (const { email, ...details } of PEOPLE) {
    const id = team.find((teammate) => teammate.user.email === email)?.id ?? '';
    await client('PUT', `/v1/${pageId}/team/${id}`, details);
  }
}

/** Ann has the days of Berlin, Ben those of New York, Chie those of Tokyo: around the clock somebody is awake. */
async function ensureSchedule(client: DemoClient, pageId: string): Promise<string> {
  const { onCallSchedules } = await client<{ onCallSchedules: Named[] }>(
    'GET',
    `/${pageId}/on-call-schedules`,
  );
  const known = onCallSchedules.find((schedule) => schedule.name === 'Follow the sun');
  if (known !== undefined) return known.id;
  const hours = (start: string, end: string) => ({
    rotationType: 'WEEKLY',
    startDate: '2026-01-05T00:00:00.000Z',
    restrictionType: 'TIMEOFDAY',
    timeOfDayRestrictionStartTime: `1970-01-01T${start}:00.000Z`,
    timeOfDayRestrictionEndTime: `1970-01-01T${end}:00.000Z`,
  });
  const shift = (name: string, email: string, color: string, start: string, end: string) => ({
    name,
    members: [{ workspaceMemberId: email, color }],
    ...hours(start, end),
  });
  const schedule = await client<Named>('POST', '/on-call-schedules', {
    pageId,
    name: 'Follow the sun',
    description: 'Whoever is awake',
    timeZone: 'Europe/Berlin',
    onCallShifts: [
      shift('Europe', PEOPLE[0].email, '#3366cc', '07:00', '15:00'),
      shift('Americas', PEOPLE[1].email, '#cc6633', '15:00', '23:00'),
      shift('Asia', PEOPLE[2].email, '#339966', '23:00', '07:00'),
    ],
  });
  return schedule.id;
}

async function ensurePolicy(client: DemoClient, pageId: string): Promise<void> {
  const { escalationPolicies } = await client<{ escalationPolicies: Named[] }>(
    'GET',
    `/${pageId}/escalation-policies`,
  );
  if (escalationPolicies.length > 0) return;
  await client('POST', '/escalation-policies', {
    pageId,
    name: 'Around the clock',
    description: 'Who is on call, then who is next, then everybody',
    rules: [
      { delayInMins: 0, actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }] },
      { delayInMins: 1, actions: [{ type: 'NOTIFY_NEXT_ON_CALL_USER', targetId: null }] },
      { delayInMins: 3, actions: [{ type: 'NOTIFY_ALL_ON_CALL_MEMBERS', targetId: null }] },
    ],
    repeat: true,
    repeatCount: 2,
    repeatDelay: 5,
  });
}

async function ensureRoutingRule(client: DemoClient, pageId: string, scheduleId: string): Promise<void> {
  const { routingRules } = await client<{ routingRules: { id: string }[] }>(
    'GET',
    `/${pageId}/routing-rules`,
  );
  if (routingRules.length > 0) return;
  await client('POST', '/routing-rules', {
    routingRule: {
      siteId: pageId,
      assertions: [{ type: 'IMPACT', comparison: 'GREATER_THAN_OR_EQUALS', value: 'PARTIALOUTAGE' }],
      actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: scheduleId }],
      order: 1,
    },
  });
}

async function ensureMonitor(client: DemoClient, pageId: string, url: string): Promise<string> {
  const { monitors } = await client<{ monitors: Named[] }>('GET', `/${pageId}/monitors`);
  const known = monitors.find((monitor) => monitor.name === 'Checkout');
  if (known !== undefined) {
    await client('PUT', `/monitors/${known.id}`, { url, paused: false });
    return known.id;
  }
  const { monitor } = await client<{ monitor: Named }>('POST', '/monitors', {
    pageId,
    name: 'Checkout',
    url,
    checksInterval: CHECK_EVERY_S,
  });
  return monitor.id;
}
