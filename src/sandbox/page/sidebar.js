// Who you are, where you can go.

import { avatar, h, icon } from './dom.js';
import { menu } from './menu.js';
import { isSoundOn, toggleSound } from './sound.js';
import { hasUnreadPage, isUnread, me, myChannels, nameOf, state } from './state.js';

/** Draws the left column; `go` moves to another place or person, `unseen` is how much the outbox holds that is new. */
export function drawSidebar({ go, unseen }) {
  const channels = myChannels();
  const named = channels.filter((it) => it.name !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const direct = channels.filter((it) => it.name === null);
  document.getElementById('sidebar').replaceChildren(
    h(
      'div',
      { class: 'brand' },
      h('img', { src: '/sandbox/page/icon.svg', alt: '' }),
      h('span', {}, h('strong', {}, 'Tocsin'), ' sandbox'),
    ),
    ...[personSwitcher(go)].filter(Boolean),
    h(
      'nav',
      { class: 'places' },
      h('h2', {}, 'Channels'),
      ...named.map((channel) => place(channel, icon('hash'), channel.name, go)),
      direct.length > 0 && h('h2', {}, 'Direct messages'),
      ...direct.map((channel) => place(channel, avatar('', '', true), state.bot.name, go)),
      h('h2', {}, 'Beyond chat'),
      h(
        'button',
        {
          type: 'button',
          class: state.place === 'outbox' ? 'place here' : 'place',
          onclick: () => go({ place: 'outbox' }),
        },
        icon('outbox'),
        h('span', { class: 'place-name' }, 'Outbox'),
        unseen > 0 && h('span', { class: 'count' }, String(unseen)),
      ),
    ),
    h(
      'footer',
      { class: 'sidebar-foot' },
      h(
        'button',
        {
          type: 'button',
          class: 'foot-button',
          'aria-pressed': String(isSoundOn()),
          onclick: () => {
            toggleSound();
            drawSidebar({ go, unseen });
          },
        },
        icon(isSoundOn() ? 'sound' : 'mute'),
        isSoundOn() ? 'Sound on' : 'Sound off',
      ),
      h('a', { class: 'foot-button', href: '/docs', target: '_blank', rel: 'noopener' }, 'API reference'),
    ),
  );
}

function place(channel, mark, name, go) {
  const isHere = state.place === channel.id;
  const classes = ['place', isHere && 'here', isUnread(channel) && 'unread'].filter(Boolean).join(' ');
  return h(
    'button',
    {
      type: 'button',
      class: classes,
      'aria-current': isHere ? 'page' : null,
      onclick: () => go({ place: channel.id }),
    },
    mark,
    h('span', { class: 'place-name' }, name),
    isUnread(channel) && h('span', { class: 'dot', title: 'Unread' }),
  );
}

/** "You are: Ann", and a menu of everybody; a dot says who has a page that they did not see. */
export function personSwitcher(go, isSmall = false) {
  const person = me();
  if (person === undefined) return null;
  const others = state.people.some((it) => it.userId !== state.as && hasUnreadPage(it.userId));
  const open = (event) =>
    menu(
      event.currentTarget,
      state.people.map((it) => ({
        label: nameOf(it.userId),
        note: nameOf(it.userId) === it.email ? null : it.email,
        mark: avatar(nameOf(it.userId), it.userId),
        end: hasUnreadPage(it.userId)
          ? h('span', { class: 'dot', title: 'Unread' })
          : it.userId === state.as
            ? icon('check')
            : null,
        choose: () => go({ as: it }),
      })),
      'people-menu',
    );
  return h(
    'button',
    {
      type: 'button',
      class: isSmall ? 'who who-small' : 'who',
      'aria-haspopup': 'menu',
      'aria-label': `You are ${nameOf(person.userId)}. Be somebody else`,
      onclick: open,
    },
    avatar(nameOf(person.userId), person.userId),
    !isSmall &&
      h('span', { class: 'who-text' }, h('small', {}, 'You are'), h('strong', {}, nameOf(person.userId))),
    others && h('span', { class: 'dot', title: 'Somebody else was paged' }),
    !isSmall && icon('down'),
  );
}
