import { formatInstant } from '../time/format.ts';
import type { EpochMs } from '../time/instant.ts';
import { timeZone } from '../time/zone.ts';
import { cut, headline, impactWords, type IncidentView, type PageView } from './message.ts';

export type EmailContent = { readonly subject: string; readonly text: string; readonly html: string };

const MAX_LISTED = 500;
const MAX_DESCRIPTION = 10_000;

/**
 * A page as an e-mail. The subject depends on the incident's number and name alone, so that everything about one
 * incident is one conversation in the member's mailbox. Times are in UTC and say so.
 */
export function emailContent(view: PageView): EmailContent {
  return {
    subject: `[Tocsin] ${headline(view, 180)}`,
    text: `${textParts(view).join('\n\n')}\n`,
    html: html(view),
  };
}

function textParts(view: PageView): string[] {
  const [incident, ...rest] = view.incidents;
  const what =
    rest.length === 0 ? [oneText(incident)] : [`${view.incidents.length} incidents:`, listText(view)];
  return [
    ...(view.isRepeat ? [REPEAT] : []),
    ...what,
    `Why you: ${view.why}`,
    ...(view.acknowledgeUrl === null ? [] : [`Acknowledge: ${view.acknowledgeUrl}`]),
    ...(rest.length === 0 ? [`Open the incident: ${incident.url}`] : []),
  ];
}

const REPEAT = 'This message may have reached you before.';

function oneText(incident: IncidentView): string {
  return [title(incident), factsOf(incident).join('\n'), description(incident)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function listText(view: PageView): string {
  const lines = view.incidents
    .slice(0, MAX_LISTED)
    .map((incident) => `${title(incident)} (${impactWords(incident.impact)})\n${incident.url}`);
  return [...lines, ...andMore(view)].join('\n');
}

function html(view: PageView): string {
  const [incident, ...rest] = view.incidents;
  const what = rest.length === 0 ? oneHtml(incident) : listHtml(view);
  const acknowledge = view.acknowledgeUrl === null ? '' : buttonHtml(view.acknowledgeUrl, 'Acknowledge');
  const open = rest.length === 0 ? `<p>${linkHtml(incident.url, 'Open the incident')}</p>` : '';
  return frame('#d92d20', [
    view.isRepeat ? `<p><em>${REPEAT}</em></p>` : '',
    what,
    `<p style="color:#52525b">Why you: ${escapeHtml(view.why)}</p>`,
    acknowledge,
    open,
  ]);
}

/** A whole HTML mail around `parts`, which are HTML themselves; `colour` is that of the bar on top. */
export function frame(colour: string, parts: readonly string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;background:#f4f4f5;font:16px/1.5 system-ui,sans-serif;color:#18181b">',
    `<div style="max-width:600px;margin:0 auto;padding:24px;background:#fff;border-top:4px solid ${colour}">`,
    ...parts,
    '</div></body></html>',
  ].join('');
}

function oneHtml(incident: IncidentView): string {
  const said = description(incident);
  return [
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title(incident))}</h1>`,
    `<p>${factsOf(incident).map(escapeHtml).join('<br>')}</p>`,
    said === '' ? '' : `<p style="white-space:pre-wrap">${escapeHtml(said)}</p>`,
  ].join('');
}

function listHtml(view: PageView): string {
  const items = view.incidents
    .slice(0, MAX_LISTED)
    .map(
      (incident) => `<li>${linkHtml(incident.url, title(incident))} (${impactWords(incident.impact)})</li>`,
    );
  const more = andMore(view).map((line) => `<p>${line}</p>`);
  const heading = `<h1 style="margin:0 0 16px;font-size:20px">${view.incidents.length} incidents</h1>`;
  return [heading, `<ul>${items.join('')}</ul>`, ...more].join('');
}

function andMore(view: PageView): string[] {
  const left = view.incidents.length - MAX_LISTED;
  return left > 0 ? [`and ${left} more`] : [];
}

function factsOf(incident: IncidentView): string[] {
  const { componentNames, escalationLevel } = incident;
  return [
    `Impact: ${impactWords(incident.impact)}`,
    `Since: ${utc(incident.startedAt)}`,
    `Page: ${incident.pageName}`,
    ...(componentNames.length === 0 ? [] : [`Affects: ${cut(componentNames.join(', '), 1_000)}`]),
    ...(escalationLevel > 0 ? [`Escalation level: ${escalationLevel}`] : []),
  ];
}

const title = (incident: IncidentView): string =>
  `#${incident.number} ${incident.name.replaceAll(/\s+/g, ' ')}`;
const description = (incident: IncidentView): string => cut(incident.description.trim(), MAX_DESCRIPTION);
const utc = (at: EpochMs): string => formatInstant(timeZone('UTC'), at);

/** A link; address and label are escaped. */
export function linkHtml(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#1d4ed8">${escapeHtml(label)}</a>`;
}

function buttonHtml(url: string, label: string): string {
  const style =
    'display:inline-block;padding:12px 24px;background:#d92d20;color:#fff;text-decoration:none;font-weight:600';
  return `<p><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
}
