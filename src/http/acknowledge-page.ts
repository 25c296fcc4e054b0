import type { Incident } from '../core/incident/types.ts';
import { impactWords } from '../core/notification/message.ts';
import type { Member } from '../services/ports/members.ts';
import { escapeHtml, htmlPage } from './html.ts';
import { isoOf } from './schemas/common.ts';

/** What a link of a page shows: the incident, and a button to take it on, so that whoever only looks changes nothing. */
export function acknowledgePage(incident: Incident, member: Member | null): string {
  const title = `#${incident.number} ${incident.name}`;
  const lines = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(stateOf(incident))} Impact: ${escapeHtml(impactWords(incident.impact))}. Since ${instant(isoOf(incident.startedAt))}.</p>`,
    incident.description === '' ? '' : `<p>${escapeHtml(incident.description).replaceAll('\n', '<br>')}</p>`,
    member !== null && isOpenTo(incident) ? form(member) : '',
  ];
  return htmlPage(title, lines.filter((line) => line !== '').join('\n'));
}

/** What came of the button. */
export function acknowledgedPage(incident: Incident, said: string): string {
  return htmlPage(
    `#${incident.number} ${incident.name}`,
    `<h1>${escapeHtml(said)}</h1>\n<p>You can close this page.</p>`,
  );
}

function form(member: Member): string {
  const name = escapeHtml(member.name ?? member.email);
  return `<form method="post"><button type="submit">Acknowledge as ${name}</button></form>`;
}

function isOpenTo({ response }: Incident): boolean {
  return response.state === 'TRIGGERED' || response.state === 'SNOOZED';
}

function stateOf({ response }: Incident): string {
  switch (response.state) {
    case 'TRIGGERED':
      return 'Nobody has acknowledged this yet.';
    case 'ACKNOWLEDGED':
      return `Acknowledged by ${response.acknowledgedBy ?? 'somebody'}.`;
    case 'SNOOZED':
      return 'Snoozed.';
    case 'RESOLVED':
      return 'Resolved.';
  }
}

function instant(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
