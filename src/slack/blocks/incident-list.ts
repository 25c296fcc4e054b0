import { impactWords, type IncidentView } from '../../core/notification/message.ts';
import type { Shown } from '../verbs.ts';
import type { Message } from '../message.ts';
import { dateAndTime, timeOfDay } from './date.ts';
import { escapeLine, escapeText, link } from './escape.ts';
import { incidentButtons, incidentCard, responseLine } from './incident-card.ts';
import { context, section, type Block } from './kit.ts';

/** How many open incidents a list shows; it says how many more there are. */
export const LISTED_INCIDENTS = 15;
/** How many entries of its timeline are shown with an incident. */
export const SHOWN_ENTRIES = 5;

/** The open incidents of a page, each with the button that moves it on. `total` counts those that are not in `incidents` too. */
export function incidentList(pageName: string, incidents: readonly IncidentView[], total: number): Message {
  const page = escapeLine(pageName, 200);
  if (total === 0) {
    const text = `No open incidents on ${page}.`;
    return { text, blocks: [section(text)] };
  }
  const text = `${total} open ${total === 1 ? 'incident' : 'incidents'} on ${page}`;
  const left = total - incidents.length;
  return {
    text: `${text}: ${incidents.map((incident) => `#${incident.number}`).join(', ')}`,
    blocks: [section(`*${text}*`), ...incidents.map(row), ...(left > 0 ? [context(`and ${left} more`)] : [])],
  };
}

/** One incident as a private answer: its card, and what happened last. */
export function incidentAnswer({ incident, timeline }: Shown): Message {
  const card = incidentCard(incident, { kind: 'CARD', why: '' });
  const details = card.attachments?.flatMap((attachment) => attachment.blocks) ?? [];
  const lines = timeline.map((entry) => `${timeOfDay(entry.at)} ${escapeText(entry.text, 400)}`);
  const history = lines.length === 0 ? [] : [context(lines.slice(-SHOWN_ENTRIES).join('\n'))];
  return { text: card.text, blocks: [...card.blocks, ...details, ...history] };
}

function row(incident: IncidentView): Block {
  const name = link(incident.url, `#${incident.number} ${incident.name}`, 300);
  const facts = `${impactWords(incident.impact)} since ${dateAndTime(incident.startedAt)}`;
  const [accessory] = incidentButtons(incident);
  const block = section(`*${name}*\n${facts} · ${responseLine(incident)}`);
  return accessory === undefined ? block : { ...block, accessory };
}
