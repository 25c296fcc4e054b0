// One message.

import { renderAttachments, renderBlocks } from './blocks.js';
import { dateOfTs, fullText, timeText } from './dates.js';
import { avatar, h, icon, toast } from './dom.js';
import { menu } from './menu.js';
import { renderMrkdwn } from './mrkdwn.js';
import { act, nameOf, state } from './state.js';

/** What is chosen in each message's menus, so that an edit of the message does not forget it. */
const chosen = new Map();

/** Says what went wrong with something a person did, in words. */
export function report(error) {
  const meaning = {
    operation_timeout: 'The app did not answer within 3 seconds (operation_timeout).',
    dispatch_failed: 'The app could not be reached or refused (dispatch_failed).',
  };
  toast(meaning[error] ?? error);
}

/** Does something and reports what went wrong; the answer, or null. */
export async function attempt(path, body) {
  try {
    const answer = await act(path, body);
    // What is wrong with a command is said in the channel, to its sender.
    if (answer.error !== null && path !== 'say') report(answer.error);
    return answer;
  } catch (error) {
    report(error.message);
    return null;
  }
}

/** The node of a message; `follows` says that the same author just spoke, `openThread` opens its thread, if it can. */
export function renderMessage(message, { follows, openThread }) {
  const isPrivate = message.visible_to !== null;
  const isShort = follows && !isPrivate;
  return h(
    'article',
    { class: classesOf(message, isShort), dataset: { ts: message.ts, user: message.user } },
    isShort ? clockTime(message, 'gutter') : avatar(nameOf(message.user), message.user, message.from_bot),
    h(
      'div',
      { class: 'message-main' },
      isPrivate && h('div', { class: 'only-you' }, icon('eye'), 'Only visible to you'),
      !isShort && byline(message),
      ...content(message),
      isPrivate && dismissal(message),
      openThread && threadLink(message, openThread),
    ),
    tools(message, openThread),
  );
}

function classesOf({ visible_to: viewer, subtype }, isShort) {
  const classes = [
    ['message', true],
    ['follows', isShort],
    ['private', viewer !== null],
    ['gone', subtype === 'tombstone'],
  ];
  return classes.flatMap(([name, isOn]) => (isOn ? [name] : [])).join(' ');
}

function clockTime(message, className) {
  const when = dateOfTs(message.ts);
  return h('time', { class: className, title: fullText(when) }, timeText(when));
}

function byline(message) {
  const tag = message.from_bot && h('span', { class: 'app-tag' }, 'APP');
  return h(
    'div',
    { class: 'byline' },
    h('strong', {}, nameOf(message.user)),
    tag,
    clockTime(message, 'when'),
  );
}

/** Blocks where there are any, else the text; attachments below. */
function content(message) {
  const { channel, ts, blocks = [], attachments = [] } = message;
  const key = `${channel}/${ts}`;
  if (!chosen.has(key)) chosen.set(key, {});
  const values = chosen.get(key);
  const use = (blockId, actionId, value) =>
    attempt('use-message', { channel, ts, press: { blockId, actionId, value, values } });
  const surface = { values, use };
  const below = renderAttachments(attachments, surface);
  if (blocks.length > 0) return [...renderBlocks(blocks, surface), ...below, edited(message)];
  const text = renderMrkdwn(message.text);
  return [h('div', { class: 'text' }, text, edited(message)), ...below];
}

function edited(message) {
  return (
    message.edited &&
    h('span', { class: 'edited', title: fullText(dateOfTs(message.edited.ts)) }, ' (edited)')
  );
}

function dismissal({ channel, ts }) {
  const dismiss = () => void attempt('dismiss', { channel, ts });
  return h('button', { type: 'button', class: 'link-button', onclick: dismiss }, 'Dismiss message');
}

function threadLink(message, openThread) {
  const count = message.reply_count ?? 0;
  if (count === 0) return null;
  return h(
    'button',
    { type: 'button', class: 'thread-link', onclick: () => openThread(message.ts) },
    icon('reply'),
    h('strong', {}, count === 1 ? '1 reply' : `${count} replies`),
    h('span', { class: 'muted' }, `Last reply ${timeText(dateOfTs(message.latest_reply))}`),
  );
}

/** What can be done with any message: reply in a thread, and the app's shortcuts. */
function tools(message, openThread) {
  if (message.visible_to !== null || message.subtype === 'tombstone') return null;
  const shortcuts = state.shortcuts.filter((it) => it.type === 'message');
  const { channel, ts } = message;
  return h(
    'div',
    { class: 'tools' },
    openThread &&
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': 'Reply in thread',
          title: 'Reply in thread',
          onclick: () => openThread(ts),
        },
        icon('reply'),
      ),
    shortcuts.length > 0 &&
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': 'More actions',
          title: 'More actions',
          onclick: (event) =>
            menu(
              event.currentTarget,
              shortcuts.map((it) => ({
                label: it.name,
                choose: () => void attempt('shortcut', { callbackId: it.callbackId, on: { channel, ts } }),
              })),
            ),
        },
        icon('more'),
      ),
  );
}

/** The message as one line of text, for banners. */
export function summaryOf(message) {
  const box = document.createElement('div');
  box.append(renderMrkdwn(message.text));
  return box.textContent.trim() || 'A message';
}
