// Where you are, in the address: #as=ann@example.com&channel=incidents&thread=…

import { channelById, directOf, me, myChannels, state } from './state.js';

/** Words that mean a place and no channel's name. */
const OUTBOX = 'outbox';
const DIRECT = 'direct';

export const phone = window.matchMedia('(max-width: 760px)');

/** The person, place and thread that the address names; what is not there falls back to something that is. */
export function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const as = wanted.get('as')?.toLowerCase();
  return {
    person: state.people.find((it) => it.email.toLowerCase() === as || it.userId.toLowerCase() === as),
    channel: wanted.get('channel'),
    thread: wanted.get('thread'),
  };
}

/** What a place is called in the address, as a place: a channel's id, 'outbox', or null for the list on a phone. */
export function placeOf(text) {
  if (text === OUTBOX) return OUTBOX;
  if (text === DIRECT) return directOf(state.as)?.id ?? null;
  const name = text?.replace(/^#/, '').toLowerCase();
  const found = myChannels().find((it) => it.id === text || (it.name !== null && it.name === name));
  const first = directOf(state.as) ?? myChannels()[0];
  return found?.id ?? (phone.matches ? null : (first?.id ?? null));
}

/** The address of a place, as somebody. A direct message belongs to one person: somebody else is in their own. */
export function addressOf({ person = me(), place, thread }) {
  const address = new URLSearchParams();
  if (person !== undefined) address.set('as', person.email);
  if (place !== null) address.set('channel', placeName(place));
  if (thread !== null) address.set('thread', thread);
  return address.toString();
}

function placeName(place) {
  if (place === OUTBOX) return OUTBOX;
  const channel = channelById(place);
  if (channel === undefined || channel.name === null) return DIRECT;
  // A channel may have any name, also one that means something here: its id never does.
  return channel.name === OUTBOX || channel.name === DIRECT ? channel.id : channel.name;
}
