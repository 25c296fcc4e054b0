import { impactWords, type IncidentView } from '../../core/notification/message.ts';
import type { IncidentStatus, ResponseState } from '../../core/incident/types.ts';
import { ACTIONS } from '../ids.ts';
import { dateAndTime, durationWords } from './date.ts';
import { escapeLine, escapeText, link } from './escape.ts';
import { button, context, fields, section, type Block, type Button, type SlackMessage } from './kit.ts';

/** A card stands in a channel for all to see; a page is one member's own and says why they get it. */
export type CardKind = {
  readonly kind: 'CARD' | 'PAGE';
  readonly why: string;
  /** True when the same message may have arrived before. */
  readonly isRepeat?: boolean;
};

const COLOURS: Record<ResponseState, string> = {
  TRIGGERED: '#d92d20',
  ACKNOWLEDGED: '#f79009',
  SNOOZED: '#667085',
  RESOLVED: '#12b76a',
};

const SIGNS: Record<ResponseState, string> = {
  TRIGGERED: ':rotating_light:',
  ACKNOWLEDGED: ':eyes:',
  SNOOZED: ':zzz:',
  RESOLVED: ':white_check_mark:',
};

const STATUS_WORDS: Record<IncidentStatus, string> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
};

/**
 * An incident as a message: what, since when, how bad, who has it, and the buttons that make sense now. Every text of
 * people is escaped and cut, so that no name can break Slack's limits or ring anybody.
 */
export function incidentCard(incident: IncidentView, how: CardKind): SlackMessage {
  const text = fallbackText(incident, how);
  const title = link(incident.url, `#${incident.number} ${incident.name}`, 600);
  const buttons = incidentButtons(incident);
  const details: Block[] = [fields(facts(incident))];
  if (incident.description.trim() !== '') details.push(section(escapeText(incident.description, 1_500)));
  for (const line of footnotes(incident, how)) details.push(context(line));
  if (buttons.length > 0) details.push({ type: 'actions', elements: buttons });
  return {
    text,
    plain: `${text}\n${link(incident.url, 'Open the incident', 600)}`,
    blocks: [section(`${SIGNS[incident.state]} *${title}*`)],
    attachments: [{ color: COLOURS[incident.state], fallback: text, blocks: details }],
  };
}

/** The buttons that move an incident on from where it is; none once it is resolved. Each carries the incident's id. */
export function incidentButtons(incident: IncidentView): Button[] {
  const acknowledge = button({
    label: 'Acknowledge',
    actionId: ACTIONS.acknowledge,
    value: incident.id,
    style: 'primary',
  });
  const resolve = button({ label: 'Resolve', actionId: ACTIONS.resolve, value: incident.id });
  switch (incident.state) {
    case 'TRIGGERED':
    case 'SNOOZED':
      return [acknowledge, resolve];
    case 'ACKNOWLEDGED':
      return [resolve];
    case 'RESOLVED':
      return [];
  }
}

/** Who has the incident, in one escaped line of at most about 300 characters. */
export function responseLine(incident: IncidentView): string {
  const { state, acknowledgedBy, acknowledgedAt, snoozedUntil, resolvedAt } = incident;
  switch (state) {
    case 'TRIGGERED':
      return 'Nobody has acknowledged yet';
    case 'ACKNOWLEDGED':
      return `Acknowledged${by(acknowledgedBy)}${at(acknowledgedAt)}`;
    case 'SNOOZED': {
      const until = snoozedUntil === null ? '' : ` until ${dateAndTime(snoozedUntil)}`;
      const taken = acknowledgedAt === null ? '' : `, acknowledged${by(acknowledgedBy)}`;
      return `Snoozed${until}${taken}`;
    }
    case 'RESOLVED': {
      const took = resolvedAt === null ? '' : ` after ${durationWords(resolvedAt - incident.startedAt)}`;
      return `Resolved${at(resolvedAt)}${took}`;
    }
  }
}

function facts(incident: IncidentView): string[] {
  const level = incident.escalationLevel > 0 ? ` · escalation level ${incident.escalationLevel}` : '';
  const all = [
    `*Response*\n${responseLine(incident)}`,
    `*Since*\n${dateAndTime(incident.startedAt)}`,
    `*Impact*\n${capital(impactWords(incident.impact))}`,
    `*Status*\n${STATUS_WORDS[incident.status]}${level}`,
  ];
  if (incident.componentNames.length > 0) {
    all.push(`*Affects*\n${escapeLine(incident.componentNames.join(', '), 600)}`);
  }
  return all;
}

function footnotes(incident: IncidentView, how: CardKind): string[] {
  const lines: string[] = [];
  if (incident.state === 'RESOLVED' && incident.acknowledgedAt !== null) {
    lines.push(`Acknowledged${by(incident.acknowledgedBy)}${at(incident.acknowledgedAt)}`);
  }
  if (how.kind === 'PAGE') {
    if (how.isRepeat === true) lines.push('This may have reached you before.');
    if (how.why.trim() !== '') lines.push(`Why you: ${escapeLine(how.why, 600)}`);
  }
  lines.push(`${escapeLine(incident.pageName, 200)} · from ${escapeLine(incident.source, 100)}`);
  return lines;
}

function fallbackText(incident: IncidentView, how: CardKind): string {
  const name = `#${incident.number} ${escapeLine(incident.name, 300)}`;
  if (incident.state !== 'TRIGGERED') return `${name}: ${plain(incident)}`;
  const repeat = how.isRepeat === true ? 'Again: ' : '';
  const why = how.kind === 'PAGE' && how.why.trim() !== '' ? ` ${escapeLine(how.why, 300)}` : '';
  return `${repeat}${name} (${impactWords(incident.impact)}).${why}`;
}

function plain(incident: IncidentView): string {
  const name = incident.acknowledgedBy;
  return incident.state === 'ACKNOWLEDGED' ? `acknowledged${by(name)}` : incident.state.toLowerCase();
}

const by = (name: string | null): string => (name === null ? '' : ` by ${escapeLine(name, 120)}`);
const at = (instant: IncidentView['acknowledgedAt']): string =>
  instant === null ? '' : ` ${dateAndTime(instant)}`;
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
