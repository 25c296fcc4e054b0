import type { TemplateStatus } from '../../core/incident/template.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ToldIncident, ToldMaintenance } from '../../services/page/public-page.ts';
import { escapeHtml, paragraphOf } from '../html.ts';
import { IMPACT_WORDS, instantHtml, STATUS_WORDS } from './words.ts';

/** The incidents that are not over. */
export function openIncidentsHtml(open: readonly ToldIncident[]): string {
  return sectionHtml('incidents', 'Incidents', open.map(incidentHtml));
}

/** Those that are over, in brief: what was told unfolds. */
export function pastIncidentsHtml(past: readonly ToldIncident[]): string {
  const cards = past.map(incidentHtml);
  const none = `<p class="quiet">No incidents in the last 14 days.</p>`;
  return `<section aria-labelledby="past"><h2 id="past">Past incidents</h2>${cards.join('\n') || none}</section>`;
}

/** Maintenances that are planned or in progress. */
export function maintenancesHtml(maintenances: readonly ToldMaintenance[]): string {
  return sectionHtml('maintenances', 'Maintenance', maintenances.map(maintenanceHtml));
}

function sectionHtml(id: string, title: string, cards: readonly string[]): string {
  if (cards.length === 0) return '';
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${cards.join('\n')}</section>`;
}

function incidentHtml({ incident, updates }: ToldIncident): string {
  const { id, name, impact, status, components, startedAt, response } = incident;
  const { words, tone } = status === 'RESOLVED' ? { words: 'Resolved', tone: 'ok' } : IMPACT_WORDS[impact];
  const until = response.resolvedAt === null ? '' : ` – ${instantHtml(response.resolvedAt)}`;
  return cardHtml({
    id,
    name,
    tone,
    words,
    when: `${instantHtml(startedAt)}${until}`,
    componentNames: components.map((component) => component.name),
    updates,
  });
}

function maintenanceHtml({ maintenance, componentNames, updates }: ToldMaintenance): string {
  const { id, name, status, start, startedAt, end } = maintenance;
  return cardHtml({
    id,
    name,
    tone: 'work',
    words: STATUS_WORDS[status],
    when: `${instantHtml(startedAt ?? start)}${end === null ? '' : ` – ${instantHtml(end)}`}`,
    componentNames,
    updates,
  });
}

type Update = { readonly status: TemplateStatus; readonly message: string; readonly started: EpochMs };

function cardHtml(card: {
  id: string;
  name: string;
  tone: string;
  words: string;
  /** HTML. */
  when: string;
  componentNames: readonly string[];
  updates: readonly Update[];
}): string {
  const { id, name, tone, words, when, componentNames, updates } = card;
  const affects =
    componentNames.length === 0
      ? ''
      : `<p class="affects">Affects ${escapeHtml(componentNames.join(', '))}</p>`;
  return `<article class="panel card ${tone}" id="${escapeHtml(id)}">
<div class="row"><h3>${escapeHtml(name)}</h3><span class="state ${tone}">${words}</span></div>
<p class="when">${when}</p>${affects}
${updates.length === 0 ? '' : `<ol class="updates">${updates.map(updateHtml).join('\n')}</ol>`}
</article>`;
}

function updateHtml({ status, message, started }: Update): string {
  return `<li><p class="told"><strong>${STATUS_WORDS[status]}</strong> ${instantHtml(started)}</p>${paragraphOf(message)}</li>`;
}
