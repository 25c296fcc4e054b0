import { formatInstant } from '../../core/time/format.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Interval } from '../../core/time/interval.ts';
import { timeZone } from '../../core/time/zone.ts';
import type { Member } from '../ports/members.ts';
import type { NewNotice } from '../ports/notices.ts';
import type { Swap } from '../ports/swaps.ts';

/** How many stretches one message names one by one. */
const MOST_NAMED = 10;
const MOST_OF_NOTE = 500;

/** What a message about a swap is made of. */
export type SwapStory = { readonly swap: Swap; readonly scheduleName: string; readonly asker: Member };

/** To somebody who is asked by name. */
export function askedNotice({ swap, scheduleName, asker }: SwapStory, to: Member): NewNotice {
  const inExchange = swap.returned === null ? '' : ` In exchange they take yours ${when(to, swap.returned)}.`;
  return noticeOf(swap, 'asked', to, {
    title: `${nameOf(asker)} asks you to take a stretch on call`,
    text:
      `${nameOf(asker)} asks you to be on call for them in ${scheduleName} ${when(to, swap.given)}.` +
      `${inExchange}${said(swap)} They stay on call unless you accept. Request: ${swap.id}.`,
  });
}

/** To one of those who may take it: about one request to everybody, or the several of one time off. */
export function coverNotice(
  story: { swaps: readonly [Swap, ...Swap[]]; scheduleName: string; asker: Member },
  to: Member,
): NewNotice {
  const { swaps, scheduleName, asker } = story;
  const [first] = swaps;
  const named = swaps.slice(0, MOST_NAMED).map(({ id, given }) => `${when(to, given)} (request ${id})`);
  const more = swaps.length - named.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  const last = swaps.reduce(
    (latest, { given }) => (given.end > latest ? given.end : latest),
    first.given.end,
  );
  return noticeOf(
    first,
    'asked',
    to,
    {
      title: `${nameOf(asker)} looks for somebody to take over on call`,
      text:
        `${nameOf(asker)} looks for somebody to be on call for them in ${scheduleName} ` +
        `${named.join('; ')}${rest}.${said(first)} They stay on call until somebody accepts.`,
    },
    last,
  );
}

/** To the asker: somebody takes it. */
export function acceptedNotice({ swap, scheduleName, asker }: SwapStory, accepter: Member): NewNotice {
  const inExchange =
    swap.returned === null ? '' : ` In exchange you are on call for them ${when(asker, swap.returned)}.`;
  return noticeOf(swap, 'accepted', asker, {
    title: `${nameOf(accepter)} takes your stretch on call`,
    text: `${nameOf(accepter)} is on call for you in ${scheduleName} ${when(asker, swap.given)}.${inExchange}`,
  });
}

/** To the asker: the one who was asked will not take it, or (null) none of those who were. */
export function declinedNotice({ swap, scheduleName, asker }: SwapStory, by: Member | null): NewNotice {
  const who = by === null ? 'Everybody who was asked' : nameOf(by);
  return noticeOf(swap, 'declined', asker, {
    title: `${who} declined to take your stretch on call`,
    text: `${who} declined to be on call for you in ${scheduleName} ${when(asker, swap.given)}. You stay on call.`,
  });
}

/** To the one who was asked: no need any more. */
export function withdrawnNotice({ swap, scheduleName, asker }: SwapStory, to: Member): NewNotice {
  return noticeOf(swap, 'withdrawn', to, {
    title: `${nameOf(asker)} needs nobody to take over on call any more`,
    text: `${nameOf(asker)} withdrew the request to be on call for them in ${scheduleName} ${when(to, swap.given)}.`,
  });
}

export function nameOf({ name, email }: Member): string {
  return name ?? email;
}

function noticeOf(
  swap: Swap,
  kind: 'asked' | 'accepted' | 'declined' | 'withdrawn',
  to: Member,
  words: { title: string; text: string },
  expiresAt: EpochMs = swap.given.end,
): NewNotice {
  return {
    key: `swap:${swap.id}:${kind}:${to.id}`,
    pageId: to.pageId,
    memberId: to.id,
    type: 'oncall.swap',
    ...words,
    url: null,
    expiresAt,
  };
}

function said({ note }: Swap): string {
  const text = note.trim().slice(0, MOST_OF_NOTE);
  return text === '' ? '' : ` They say: "${text}".`;
}

/** On the clock of whoever reads it. */
function when(reader: Member, { start, end }: Interval): string {
  const zone = timeZone(reader.timeZone);
  return `from ${formatInstant(zone, start)} to ${formatInstant(zone, end)}`;
}
