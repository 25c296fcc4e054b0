// The messages of a channel or of a thread, oldest first.

import { dateOfTs, dayText } from './dates.js';
import { h, icon } from './dom.js';
import { renderMessage } from './message.js';
import { get, state } from './state.js';

const GROUP_SECONDS = 300;
/** This close to the end counts as reading the end. */
const NEAR_END_PX = 120;

/** A list that shows `channel`, or the thread under `threadTs` in it. `openThread` opens another thread beside it. */
export function conversation({ channel, threadTs = null, openThread, empty }) {
  let messages = [];
  let hasMore = false;
  /** What arrives while the history is being read. */
  let waiting = [];
  let isLoading = false;
  const nodes = new Map();
  const list = h('div', { class: 'message-list' });
  const newer = h(
    'button',
    { type: 'button', class: 'newer', hidden: true, onclick: () => toEnd() },
    'New messages',
    icon('down'),
  );
  const box = h('div', { class: 'messages', tabindex: '-1' }, list);
  const node = h('div', { class: 'conversation' }, box, newer);
  box.addEventListener('scroll', () => {
    if (isNearEnd()) newer.hidden = true;
  });

  const isNearEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
  const toEnd = () => {
    box.scrollTop = box.scrollHeight;
    newer.hidden = true;
  };

  const follows = (previous, message) =>
    previous !== undefined &&
    previous.user === message.user &&
    previous.visible_to === null &&
    Number(message.ts) - Number(previous.ts) < GROUP_SECONDS &&
    isSameDay(previous, message) &&
    !(threadTs !== null && previous.ts === threadTs);

  const draw = (index) => {
    const message = messages[index];
    const drawn = renderMessage(message, {
      follows: follows(messages[index - 1], message),
      openThread,
    });
    nodes.set(message.ts, drawn);
    return drawn;
  };

  const withDivider = (index) => {
    const message = messages[index];
    const previous = messages[index - 1];
    const date = dayText(dateOfTs(message.ts));
    const isThreadStart = threadTs !== null && index === 1;
    const divider =
      isThreadStart || (threadTs === null && (previous === undefined || !isSameDay(previous, message)))
        ? h('div', { class: 'day' }, h('span', {}, isThreadStart ? replyCount(messages.length - 1) : date))
        : null;
    return [divider, draw(index)].filter(Boolean);
  };

  const drawAll = () => {
    nodes.clear();
    const start = hasMore
      ? h(
          'button',
          { type: 'button', class: 'link-button earlier', onclick: () => void loadEarlier() },
          'Load earlier messages',
        )
      : threadTs === null && empty();
    list.replaceChildren(...[start].filter(Boolean), ...messages.flatMap((_, index) => withDivider(index)));
  };

  const loadEarlier = async () => {
    const height = box.scrollHeight;
    const read = await get('messages', { as: state.as, channel: channel.id, before: messages[0].ts });
    messages = [...read.messages, ...messages];
    hasMore = read.hasMore;
    drawAll();
    box.scrollTop += box.scrollHeight - height;
  };

  /** Draws one message anew in its place; what had the focus in it keeps it. */
  const redraw = (message) => {
    const index = messages.findIndex((it) => it.ts === message.ts);
    messages[index] = message;
    const old = nodes.get(message.ts);
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
    const wasNearEnd = isNearEnd();
    const drawn = draw(index);
    old.replaceWith(drawn);
    if (focused !== undefined) drawn.querySelector(`[data-action="${CSS.escape(focused)}"]`)?.focus();
    if (wasNearEnd) toEnd();
  };

  const add = (message) => {
    const wasNearEnd = isNearEnd() || message.user === state.as || message.visible_to !== null;
    const isLast = messages.length === 0 || messages.at(-1).ts < message.ts;
    messages.push(message);
    if (isLast) list.append(...withDivider(messages.length - 1));
    else {
      messages.sort((a, b) => (a.ts < b.ts ? -1 : 1));
      drawAll();
    }
    if (threadTs !== null) recount();
    if (wasNearEnd) toEnd();
    else newer.hidden = false;
  };

  const belongs = (message) => {
    if (message.channel !== channel.id) return false;
    if (message.visible_to !== null && message.visible_to !== state.as) return false;
    const parent = message.thread_ts ?? message.ts;
    return threadTs === null ? parent === message.ts : parent === threadTs;
  };

  return {
    node,
    toEnd,
    async load() {
      isLoading = true;
      const read =
        threadTs === null
          ? await get('messages', { as: state.as, channel: channel.id })
          : await get('thread', { as: state.as, channel: channel.id, ts: threadTs });
      ({ messages } = read);
      hasMore = read.hasMore ?? false;
      drawAll();
      toEnd();
      isLoading = false;
      for (const message of waiting.splice(0)) this.put(message);
    },
    /** Shows a new message, or one that changed, if it belongs here. */
    put(message) {
      if (!belongs(message)) return;
      if (isLoading) waiting.push(message);
      else if (nodes.has(message.ts)) redraw(message);
      // An edit of what is not loaded yet is read with it.
      else if (!hasMore || message.ts > messages[0].ts) add(message);
    },
    remove(ts) {
      if (!nodes.has(ts)) return;
      messages = messages.filter((it) => it.ts !== ts);
      drawAll();
    },
  };

  function recount() {
    const count = list.querySelector('.day span');
    if (count !== null) count.textContent = replyCount(messages.length - 1);
  }
}

function isSameDay(a, b) {
  return dateOfTs(a.ts).toDateString() === dateOfTs(b.ts).toDateString();
}

const replyCount = (count) => (count === 1 ? '1 reply' : `${count} replies`);
