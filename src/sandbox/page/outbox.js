// What left by other ways than chat, or would have left, had they been set up.

import { agoText, fullText } from './dates.js';
import { h, icon } from './dom.js';
import { renderLinks } from './mrkdwn.js';
import { get } from './state.js';

const CHANNELS = {
  SMS: { name: 'SMS', mark: 'sms' },
  EMAIL: { name: 'E-mail', mark: 'mail' },
  PHONE_CALL: { name: 'Call', mark: 'phone' },
  WEBHOOK: { name: 'Webhook', mark: 'hook' },
};
const STATES = {
  sent: 'Sent',
  failed: 'Failed',
  would_have_been_sent: 'Would have been sent',
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
};
const LONG_TEXT = 420;

let entries = [];
let filter = null;
const unfolded = new Set();

export async function loadOutbox() {
  ({ entries } = await get('outbox'));
}

/** How many entries nobody looked at yet here. */
export function unseenCount() {
  const seen = new Set(JSON.parse(localStorage.getItem('outbox-seen') ?? '[]'));
  return entries.filter((it) => !seen.has(it.id)).length;
}

export function markSeen() {
  localStorage.setItem('outbox-seen', JSON.stringify(entries.map((it) => it.id)));
}

/** The list, newest first; `redraw` is called after the filter changed. */
export function outboxList(redraw) {
  const shown = entries
    .filter((it) => filter === null || it.channel === filter)
    .toSorted((a, b) => b.at - a.at);
  return h(
    'div',
    { class: 'outbox' },
    h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': 'Show' },
      ...[[null, { name: 'All' }], ...Object.entries(CHANNELS)].map(([key, { name }]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'pill',
            'aria-pressed': String(filter === key),
            onclick: () => {
              filter = key;
              redraw();
            },
          },
          name,
        ),
      ),
    ),
    ...(shown.length === 0 ? [nothing()] : shown.map((it) => entryCard(it, redraw))),
  );
}

function nothing() {
  return h(
    'div',
    { class: 'empty' },
    icon('outbox'),
    h('h2', {}, 'Nothing has left yet'),
    h(
      'p',
      {},
      'SMS, e-mails, calls and webhooks appear here when somebody is paged. Those that have no settings are shown as they would have been sent.',
    ),
  );
}

function entryCard(entry, redraw) {
  const { name, mark } = CHANNELS[entry.channel] ?? { name: entry.channel, mark: 'outbox' };
  const isLong = entry.body.length > LONG_TEXT && !unfolded.has(entry.id);
  const date = new Date(entry.at);
  return h(
    'article',
    { class: 'entry', dataset: { state: entry.state } },
    h('span', { class: 'entry-mark' }, icon(mark)),
    h(
      'div',
      { class: 'entry-main' },
      h(
        'div',
        { class: 'entry-head' },
        h('strong', {}, name),
        h('span', { class: 'entry-to' }, `to ${entry.to}`),
        h('time', { class: 'muted', title: fullText(date) }, agoText(date)),
      ),
      h(
        'div',
        { class: 'entry-state' },
        h('span', { class: 'chip', dataset: { state: entry.state } }, STATES[entry.state] ?? entry.state),
        entry.note !== '' && h('span', { class: 'muted' }, entry.note),
      ),
      entry.subject !== null && h('div', { class: 'entry-subject' }, entry.subject),
      entry.body !== '' &&
        h(
          'div',
          { class: 'entry-body' },
          renderLinks(isLong ? `${entry.body.slice(0, LONG_TEXT)}…` : entry.body),
        ),
      isLong &&
        h(
          'button',
          {
            type: 'button',
            class: 'link-button',
            onclick: () => {
              unfolded.add(entry.id);
              redraw();
            },
          },
          'Show all',
        ),
    ),
  );
}
