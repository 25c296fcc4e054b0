// What the page knows. Everything is read from the server; only who you are, what was read and the sound are kept here.

export const state = {
  team: '',
  bot: { userId: '', name: 'Tocsin' },
  slackbot: '',
  people: [],
  channels: [],
  commands: [],
  shortcuts: [],
  views: [],
  /** The user id of the person you are. */
  as: localStorage.getItem('as') ?? '',
  /** 'outbox', a channel's id, or null for the list (on a phone) or the first channel. */
  place: null,
  thread: null,
};

/** Reads the state for the person you are, or for the first one where that one is not there. */
export async function loadState() {
  await readState();
  if (!state.people.some((it) => it.userId === state.as)) {
    const [first] = state.people;
    state.as = first?.userId ?? '';
    if (first !== undefined) await readState();
  }
  if (state.as !== '') localStorage.setItem('as', state.as);
}

async function readState() {
  Object.assign(state, await get('state', state.as === '' ? {} : { as: state.as }));
}

export async function get(path, query = {}) {
  const response = await fetch(`/sandbox/${path}?${new URLSearchParams(query)}`, {
    headers: { accept: 'application/json' },
  });
  return answerOf(response);
}

/** Does something as the person you are; throws with the server's words where it refuses. */
export async function act(path, body) {
  const response = await fetch(`/sandbox/do/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ as: state.as, ...body }),
  });
  return answerOf(response);
}

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error?.message ?? `The sandbox answered ${response.status}.`);
  return body;
}

export function nameOf(userId) {
  if (userId === state.bot.userId) return state.bot.name;
  if (userId === state.slackbot) return 'Slackbot';
  const person = state.people.find((it) => it.userId === userId);
  return person === undefined ? 'somebody' : person.name || person.email;
}

export const me = () => state.people.find((it) => it.userId === state.as);
export const channelById = (id) => state.channels.find((it) => it.id === id);
export const isDirect = (channel) => channel.name === null;
/** The channels and the one direct message that you see. */
export const myChannels = () => state.channels.filter((it) => !isDirect(it) || it.userId === state.as);
export const directOf = (userId) => state.channels.find((it) => it.userId === userId);

const readKey = (userId, channelId) => `read:${userId}:${channelId}`;

/** Whether the channel holds something newer than what that person saw. */
export function isUnread(channel, userId = state.as) {
  return (
    channel.latest !== null && channel.latest > (localStorage.getItem(readKey(userId, channel.id)) ?? '')
  );
}

export function markRead(channel) {
  if (channel.latest !== null && isUnread(channel))
    localStorage.setItem(readKey(state.as, channel.id), channel.latest);
}

/** Whether somebody's direct message holds something that they did not see. */
export function hasUnreadPage(userId) {
  const direct = directOf(userId);
  return direct !== undefined && isUnread(direct, userId);
}
