import type { Impact } from '../../core/incident/types.ts';
import type { PublicPage } from '../../services/page/public-page.ts';
import type { Page } from '../../services/ports/pages.ts';
import { escapeHtml, htmlPage } from '../html.ts';
import { componentsHtml } from './components.ts';
import { maintenancesHtml, openIncidentsHtml, pastIncidentsHtml } from './happenings.ts';
import { LIGHT_ONLY, STYLE } from './style.ts';
import { IMPACT_WORDS, worstOf } from './words.ts';

/** How the whole stands, in one line. */
const OVERALL: Readonly<Record<Impact, string>> = {
  OPERATIONAL: 'All systems are operational',
  UNDERMAINTENANCE: 'Maintenance is in progress',
  DEGRADEDPERFORMANCE: 'Some systems are degraded',
  PARTIALOUTAGE: 'Some systems are out',
  MAJOROUTAGE: 'There is a major outage',
};

/** The public page of a page, whole, for every width, light and dark, without scripts. */
export function publicPageHtml(shown: PublicPage): string {
  const { page, components, open } = shown;
  const worst = worstOf([
    ...components.map(({ status }) => status),
    ...open.map(({ incident }) => incident.impact),
  ]);
  const body = `<header><h1>${escapeHtml(page.name)}</h1></header>
<main>
<p class="overall ${IMPACT_WORDS[worst].tone}" role="status">${OVERALL[worst]}</p>
${openIncidentsHtml(shown.open)}
${maintenancesHtml(shown.maintenances)}
${componentsHtml(shown)}
${pastIncidentsHtml(shown.past)}
${shown.takesSubscribers ? subscribeHtml(page) : ''}
</main>
<footer>${backHtml(page)}All times are in UTC.</footer>`;
  const style = page.settings['disableDarkMode'] === true ? `${STYLE}${LIGHT_ONLY}` : STYLE;
  return htmlPage(`${page.name} – ${OVERALL[worst]}`, body, style, true);
}

/** What whoever subscribed is answered, whether the address was known or not. */
export function askedPage(page: Page): string {
  const name = escapeHtml(page.name);
  return htmlPage(
    `Subscribe to ${page.name}`,
    `<h1>Look into your mailbox</h1>
<p>If that address can be subscribed to ${name}, an e-mail with a link to confirm it is on its way.</p>
<p><a href="/public/${escapeHtml(page.subdomain)}">Back to ${name}</a></p>`,
  );
}

function subscribeHtml({ subdomain }: Page): string {
  return `<section aria-labelledby="subscribe"><h2 id="subscribe">Subscribe</h2>
<form class="panel subscribe" method="post" action="/public/${escapeHtml(subdomain)}/subscribe">
<label for="email">Get an e-mail when something happens here.</label>
<div class="field"><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required placeholder="you@example.com"><button type="submit">Subscribe</button></div>
</form></section>`;
}

function backHtml({ name, settings }: Page): string {
  const url = settings['websiteUrl'];
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return '';
  return `<a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(name)}</a> · `;
}
