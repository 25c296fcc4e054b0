import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoClient } from './client.ts';
import type { DemoTeam } from './setup.ts';
import type { DemoTarget } from './target.ts';

type Incident = {
  id: string;
  number: number;
  name: string;
  response: { state: string; acknowledgedBy: string | null; escalationLevel: number };
};
type OnCall = { currentMembers: { name: string | null; email: string }[] };

const FAILS_IN_S = 10;
const RECOVERS_IN_S = 5;
const LOOK_EVERY_MS = 500;

/** Tells the whole loop while it happens: fine, failing, paged, acknowledged, recovered, over. */
export async function tellStory(given: {
  client: DemoClient;
  team: DemoTeam;
  target: DemoTarget;
  url: string;
  isSandbox: boolean;
  say: (line: string) => void;
}): Promise<void> {
  const { client, team, target, url, isSandbox, say } = given;
  await until(async () => (await statusOf(client, team)) === 'UP');
  const { currentMembers } = await client<OnCall>('GET', `/on-call-schedules/${team.scheduleId}/members`);
  const onCall = currentMembers[0];
  const name = onCall?.name ?? 'nobody';
  const chat = isSandbox ? `${url}/sandbox#as=${encodeURIComponent(onCall?.email ?? '')}` : 'Slack';
  say('');
  say('  The Demo shop is fine. Its team: Ann (Berlin), Ben (New York), Chie (Tokyo).');
  say(`  On call right now: ${name}.`);
  say('');
  say(`  1. Open ${chat} as ${name}.`);
  say(`  2. The checkout fails in ${FAILS_IN_S} seconds. A card will arrive.`);
  say('  3. Press Acknowledge; nobody else is told. Leave it, and in a minute the next in line is.');
  say('');
  await sleep(FAILS_IN_S * 1_000);
  target.fail();
  say('  The checkout fails now …');
  const incident = await until(() => openIncident(client, team));
  say(`  … and ${name} is paged: #${incident.number} ${incident.name}. Waiting for Acknowledge.`);
  await followUntilTaken(client, incident, say);
  say(`  The checkout recovers in ${RECOVERS_IN_S} seconds.`);
  await sleep(RECOVERS_IN_S * 1_000);
  target.recover();
  await until(async () => (await stateOf(client, incident)).response.state === 'RESOLVED');
  say('  It is over: the incident is resolved, and every card says so.');
  say('');
  say('  Run it again whenever you like. What happened, by the API:');
  say(`    curl -H "Authorization: Bearer $(cat <admin-key file>)" ${url}/incidents/${incident.id}/timeline`);
  say('');
}

async function followUntilTaken(client: DemoClient, incident: Incident, say: (line: string) => void) {
  let level = 1;
  for (;;) {
    const { response } = await stateOf(client, incident);
    if (response.state === 'ACKNOWLEDGED') {
      say(`  ${response.acknowledgedBy ?? 'Somebody'} acknowledged it.`);
      return;
    }
    if (response.state === 'RESOLVED') {
      say('  It was resolved by hand.');
      return;
    }
    if (response.escalationLevel > level) {
      level = response.escalationLevel;
      say(`  Nobody acknowledged: level ${level} is told.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function statusOf(client: DemoClient, team: DemoTeam): Promise<string> {
  const { monitor } = await client<{ monitor: { status: string } }>('GET', `/monitors/${team.monitorId}`);
  return monitor.status;
}

async function openIncident(client: DemoClient, team: DemoTeam): Promise<Incident | null> {
  const incidents = await client<Incident[]>('GET', `/v1/${team.pageId}/incidents?!status=RESOLVED`);
  return incidents[0] ?? null;
}

async function stateOf(client: DemoClient, { id }: Incident): Promise<Incident> {
  const { incident } = await client<{ incident: Incident }>('GET', `/incidents/${id}`);
  return incident;
}

async function until<T>(look: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    await sleep(LOOK_EVERY_MS);
  }
}
