import type { OpenedSubscription } from '../services/subscriber/by-link.ts';
import { escapeHtml, htmlPage } from './html.ts';

/** What a confirmation link shows: a button, so that whoever only looks confirms nothing. */
export function confirmPage({ subscriber, page }: OpenedSubscription): string {
  const name = escapeHtml(page.name);
  if (subscriber.confirmed) return simple(`Your subscription to ${page.name} is confirmed`, DONE);
  return htmlPage(
    `Subscribe to ${page.name}`,
    `<h1>Subscribe to ${name}</h1>
<p>${escapeHtml(addressOf(subscriber))} is to be told of incidents and maintenances.</p>
<form method="post"><button type="submit">Confirm the subscription</button></form>`,
  );
}

export function confirmedPage({ page }: OpenedSubscription): string {
  return simple(`You are subscribed to ${page.name}`, DONE);
}

/** What an unsubscribe link shows. */
export function unsubscribePage({ subscriber, page }: OpenedSubscription): string {
  return htmlPage(
    `Unsubscribe from ${page.name}`,
    `<h1>Unsubscribe from ${escapeHtml(page.name)}?</h1>
<p>${escapeHtml(addressOf(subscriber))} is told of nothing any more then.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

export function unsubscribedPage({ page }: OpenedSubscription): string {
  return simple(`You are unsubscribed from ${page.name}`, DONE);
}

const DONE = 'You can close this page.';

function simple(title: string, text: string): string {
  return htmlPage(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function addressOf({ email, phone }: OpenedSubscription['subscriber']): string {
  return email ?? phone ?? 'Your webhook';
}
