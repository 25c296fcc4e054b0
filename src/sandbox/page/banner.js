// A line on top when somebody is paged.

import { avatar, h, icon } from './dom.js';
import { summaryOf } from './message.js';
import { nameOf, state } from './state.js';

const OTHERS_FOR_MS = 15_000;
let timer = null;
/** Whether what is shown is for you: a page of somebody else does not push it away. */
let isShownMine = false;

export function hideBanner() {
  isShownMine = false;
  clearTimeout(timer);
  document.getElementById('banner').replaceChildren();
}

/** Shows that the bot wrote to `userId`; `open` goes there, as that person. */
export function showBanner(message, userId, open) {
  const isMine = userId === state.as;
  if (isShownMine && !isMine) return;
  clearTimeout(timer);
  isShownMine = isMine;
  const choose = () => {
    hideBanner();
    open();
  };
  document
    .getElementById('banner')
    .replaceChildren(
      h(
        'div',
        { class: isMine ? 'banner mine' : 'banner' },
        isMine ? icon('bolt') : avatar(nameOf(userId), userId),
        h(
          'button',
          { type: 'button', class: 'banner-text', onclick: choose },
          h('strong', {}, isMine ? 'You are paged' : `${nameOf(userId)} is paged`),
          h('span', {}, summaryOf(message)),
        ),
        h(
          'button',
          { type: 'button', class: 'button', onclick: choose },
          isMine ? 'Open' : `Be ${nameOf(userId)}`,
        ),
        h(
          'button',
          { type: 'button', class: 'tool', 'aria-label': 'Dismiss', onclick: hideBanner },
          icon('close'),
        ),
      ),
    );
  if (!isMine) timer = setTimeout(hideBanner, OTHERS_FOR_MS);
}
