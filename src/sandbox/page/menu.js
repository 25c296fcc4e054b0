// A small menu under a button; it closes when something is chosen, on Escape and on a click elsewhere.

import { h } from './dom.js';

let closeOpen = () => undefined;

/** Shows `items` (`{label, note, mark, choose}`) at the anchor. */
export function menu(anchor, items, className = '') {
  closeOpen();
  const buttons = items.map((item) =>
    h(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        class: 'menu-item',
        onclick: () => {
          close();
          item.choose();
        },
      },
      item.mark,
      h('span', { class: 'menu-text' }, h('span', {}, item.label), item.note && h('small', {}, item.note)),
      item.end,
    ),
  );
  const box = h('div', { class: `menu ${className}`, role: 'menu' }, ...buttons);
  const onPress = (event) => {
    if (!box.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const onKey = (event) => {
    if (event.key === 'Escape') {
      close();
      anchor.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const index = buttons.indexOf(document.activeElement);
    buttons.at((index + step + buttons.length) % buttons.length)?.focus();
  };
  const close = () => {
    box.remove();
    document.removeEventListener('pointerdown', onPress, true);
    document.removeEventListener('keydown', onKey, true);
    closeOpen = () => undefined;
  };
  closeOpen = close;
  document.body.append(box);
  place(box, anchor.getBoundingClientRect());
  document.addEventListener('pointerdown', onPress, true);
  document.addEventListener('keydown', onKey, true);
  buttons[0]?.focus();
}

/** Below the anchor where there is room, else above it, and never outside the window. */
function place(box, anchor) {
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.max(8, Math.min(anchor.left, window.innerWidth - width - 8));
  const below = anchor.bottom + 6;
  const top = below + height < window.innerHeight ? below : Math.max(8, anchor.top - height - 6);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
