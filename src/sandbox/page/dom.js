// Building the page from nodes: text is only ever text, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * A new element. In `props`, `class` and `dataset` are set as such, functions named `on…` are listened to, `true` is
 * an attribute without value, and null, undefined and false are left out.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function setProp(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (name === 'dataset') Object.assign(element.dataset, value);
  else if (name === 'value') element.value = value;
  else element.setAttribute(name, value === true ? '' : value);
}

const PATHS = {
  hash: 'M5 9h14M4 15h14M10 4 8 20M16 4l-2 16',
  back: 'm15 5-7 7 7 7',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M4 12h15M13 6l6 6-6 6',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'm6 9 6 6 6-6',
  eye: 'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  outbox: 'M4 13v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5h-5a3 3 0 0 1-6 0H4zM12 3v7M8.5 6.5 12 3l3.5 3.5',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h4l5 4V6L8 10zM17 9.5l5 5M22 9.5l-5 5',
  mail: 'M3 6h18v12H3zM3.5 7l8.5 6 8.5-6',
  sms: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  phone: 'M6 3h3l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z',
  hook: 'M9 17H5a3 3 0 1 1 2.5-4.7L11 6a3.5 3.5 0 1 1 6 2M9 17h8a3 3 0 1 1-2.7 4.3M14 8l3.5 6',
  check: 'm5 12.5 4.5 4.5L19 7',
  reply: 'M9 7 4 12l5 5M4 12h9a7 7 0 0 1 7 7',
};

/** A small drawing, in the colour of the text around it; it says nothing to a screen reader. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}

/** Initials on a colour that belongs to the name; the bot shows its bell. */
export function avatar(name, key, isBot = false) {
  if (isBot) return h('img', { class: 'avatar', src: '/sandbox/page/icon.svg', alt: '' });
  const initials = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join('');
  const circle = h('span', { class: 'avatar', 'aria-hidden': 'true' }, initials || '?');
  circle.style.setProperty('--hue', String(hueOf(key)));
  return circle;
}

function hueOf(text) {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)) % 360;
  return hash;
}

/** A line at the bottom that goes away by itself. */
export function toast(text, kind = 'error') {
  const line = h('div', { class: `toast toast-${kind}`, role: 'status' }, text);
  document.getElementById('toasts').append(line);
  setTimeout(() => line.remove(), 6_000);
}
