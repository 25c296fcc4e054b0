// The page: what is drawn where, and what happens to it.

import { addressOf, phone, placeOf, readAddress } from './address.js';
import { hideBanner, showBanner } from './banner.js';
import { composer } from './composer.js';
import { conversation } from './conversation.js';
import { avatar, h, icon, toast } from './dom.js';
import { channelStart, nobodyYet } from './empty.js';
import { listen } from './live.js';
import { attempt } from './message.js';
import { showViews } from './modal.js';
import { loadOutbox, markSeen, outboxList, unseenCount } from './outbox.js';
import { drawSidebar, personSwitcher } from './sidebar.js';
import { ring } from './sound.js';
import { channelById, directOf, isUnread, loadState, markRead, nameOf, state } from './state.js';

const WATCH_MS = 3_000;
const OUTBOX_WAIT_MS = 800;

/** The conversation and the thread that are on the screen. */
let open = null;
let openThread = null;
/** Counts the moves: what was begun for an earlier one is left where it is. */
let moves = 0;

/** Moves: `as` is a person, `place` a channel's id, 'outbox' or null for the list, `thread` a message's ts or null. */
function go({ as, place = state.place, thread = null }) {
  const hash = addressOf({ person: as, place, thread });
  if (location.hash === `#${hash}`) void follow();
  else location.hash = hash;
}

/** Shows what the address says. */
async function follow() {
  moves += 1;
  const move = moves;
  const { person, channel, thread } = readAddress();
  if (person !== undefined && person.userId !== state.as) {
    state.as = person.userId;
    await loadState();
    if (move !== moves) return;
  }
  state.place = placeOf(channel);
  state.thread = state.place === 'outbox' ? null : thread;
  showViews(state.views);
  await draw(move);
}

async function draw(move) {
  document.body.dataset.pane = pane();
  refreshSidebar();
  if (state.people.length === 0) drawMain(nobodyYet());
  else if (state.place === 'outbox') drawOutbox();
  else {
    await drawConversation(move);
    if (move === moves) await drawThread();
  }
}

/** Which column a phone shows. */
function pane() {
  if (state.people.length === 0) return 'main';
  if (state.thread !== null) return 'thread';
  return state.place === null ? 'list' : 'main';
}

function refreshSidebar() {
  drawSidebar({ go, unseen: unseenCount() });
  const mine = directOf(state.as);
  document.title = mine !== undefined && isUnread(mine) ? '(!) Tocsin sandbox' : 'Tocsin sandbox';
}

function drawMain(...nodes) {
  open = null;
  drawNoThread();
  document.getElementById('main').replaceChildren(...nodes);
}

function backButton(move) {
  return h(
    'button',
    { type: 'button', class: 'tool back', 'aria-label': 'Back', onclick: () => go(move) },
    icon('back'),
  );
}

function head(mark, title, note) {
  const text = h('div', { class: 'head-text' }, h('h1', {}, title), note && h('small', {}, note));
  return h('header', { class: 'head' }, backButton({ place: null }), mark, text, personSwitcher(go, true));
}

const titleOf = (channel) => (channel.name === null ? state.bot.name : `#${channel.name}`);

async function drawConversation(move) {
  const channel = channelById(state.place);
  if (channel === undefined) return drawMain();
  const key = `${state.as}/${channel.id}`;
  if (open?.key === key) return read(channel);
  const list = conversation({
    channel,
    openThread: (thread) => go({ thread }),
    empty: () => channelStart(channel),
  });
  const box = composer({
    placeholder: `Message ${titleOf(channel)}, or /command`,
    withCommands: true,
    send: async (text) => (await attempt('say', { channel: channel.id, text })) !== null,
  });
  const isDirect = channel.name === null;
  drawMain(
    isDirect
      ? head(avatar('', '', true), state.bot.name, `Pages to ${nameOf(state.as)}, and their commands`)
      : head(icon('hash'), channel.name, null),
    list.node,
    box.node,
  );
  open = { key, list, channel };
  await list.load();
  if (move !== moves) return;
  read(channel);
  if (!phone.matches) box.focus();
}

function drawNoThread() {
  openThread = null;
  const column = document.getElementById('thread');
  column.hidden = true;
  column.replaceChildren();
}

async function drawThread() {
  const channel = channelById(state.place);
  const threadTs = state.thread;
  if (threadTs === null || channel === undefined) return drawNoThread();
  const list = conversation({ channel, threadTs });
  const box = composer({
    placeholder: 'Reply…',
    withCommands: false,
    send: async (text) => (await attempt('say', { channel: channel.id, text, threadTs })) !== null,
  });
  const text = h('div', { class: 'head-text' }, h('h1', {}, 'Thread'), h('small', {}, titleOf(channel)));
  const close = h(
    'button',
    { type: 'button', class: 'tool not-on-phone', 'aria-label': 'Close the thread', onclick: () => go({}) },
    icon('close'),
  );
  const column = document.getElementById('thread');
  column.hidden = false;
  column.replaceChildren(h('header', { class: 'head' }, backButton({}), text, close), list.node, box.node);
  openThread = { list };
  return list.load();
}

function drawOutbox() {
  markSeen();
  const scrolled = document.querySelector('.outbox')?.scrollTop ?? 0;
  const list = outboxList(() => {
    if (state.place === 'outbox') drawOutbox();
  });
  drawMain(
    head(icon('outbox'), 'Outbox', 'SMS, e-mails, calls and webhooks: sent, or as they would have been'),
    list,
  );
  list.scrollTop = scrolled;
  refreshSidebar();
}

/** What is on the screen has been read. */
function read(channel) {
  if (document.hidden) return;
  markRead(channel);
  if (channel.name === null) hideBanner();
  refreshSidebar();
}

let outboxTimer = null;

/** Reads the outbox a moment after the last thing that may have changed it. */
function outboxSoon() {
  clearTimeout(outboxTimer);
  outboxTimer = setTimeout(() => {
    loadOutbox()
      .then(() => (state.place === 'outbox' ? drawOutbox() : refreshSidebar()))
      .catch(() => undefined);
  }, OUTBOX_WAIT_MS);
}

const HANDLERS = {
  message: ({ message }) => void onMessage(message),
  removed: ({ channel, ts }) => {
    if (open?.channel.id !== channel) return;
    open.list.remove(ts);
    openThread?.list.remove(ts);
  },
  channel: ({ channel }) => {
    if (channelById(channel.id) === undefined) state.channels.push({ ...channel, latest: null });
    refreshSidebar();
  },
  views: ({ user, views }) => {
    if (user !== state.as) return;
    state.views = views;
    showViews(views);
  },
};

const isKnown = (userId) => nameOf(userId) !== nameOf('');

async function onMessage(message) {
  const channel = channelById(message.channel);
  if (channel === undefined || !isKnown(message.user)) await loadState();
  open?.list.put(message);
  openThread?.list.put(message);
  outboxSoon();
  if (channel !== undefined && isNews(message, channel)) announce(message, channel);
  refreshSidebar();
}

/** Whether the message is a new one of the channel itself that you may see; edits and replies are not. */
function isNews(message, channel) {
  const isReply = message.thread_ts !== undefined && message.thread_ts !== message.ts;
  const isSeen = message.visible_to === null || message.visible_to === state.as;
  return !isReply && isSeen && message.ts > (channel.latest ?? '');
}

/** Marks the channel unread, unless it is on the screen; the bot's word to one person is a page, and rings. */
function announce(message, channel) {
  channel.latest = message.ts;
  const isHere = open?.channel.id === channel.id && !document.hidden;
  if (isHere || message.user === state.as) return read(channel);
  const person = state.people.find((it) => it.userId === channel.userId);
  if (person === undefined || message.user !== state.bot.userId || message.visible_to !== null)
    return undefined;
  ring();
  return showBanner(message, person.userId, () => go({ as: person, place: channel.id }));
}

async function reload() {
  open = null;
  await loadState();
  await loadOutbox();
  await follow();
}

async function start() {
  await loadState();
  await loadOutbox().catch(() => undefined);
  await follow();
  listen({
    onEvent: (event) => HANDLERS[event.type]?.(event),
    onReturn: () => {
      document.body.classList.remove('lost');
      void reload();
    },
    onLost: () => document.body.classList.add('lost'),
  });
  // Members come and go by the API, which tells the chat nothing.
  setInterval(() => {
    if (document.hidden) return;
    if (state.people.length === 0) void reload();
    else if (state.place === 'outbox') outboxSoon();
  }, WATCH_MS);
  window.addEventListener('hashchange', () => void follow());
  phone.addEventListener('change', () => void follow());
  document.addEventListener('visibilitychange', () => {
    if (open !== null) read(open.channel);
  });
}

start().catch((error) => toast(error.message));
