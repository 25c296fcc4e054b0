// The chat's own markup, as nodes. Whatever is not understood stays the text that it is.

import { fullText, slackDate } from './dates.js';
import { h } from './dom.js';
import { emoji } from './emoji.js';
import { channelById, nameOf, state } from './state.js';

const decode = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const withEmoji = (text) => text.replaceAll(/:([a-z0-9_+-]+):/g, (whole, name) => emoji(name) ?? whole);

/** Only addresses that can do nothing but be opened. */
export function safeUrl(text) {
  return /^(https?:\/\/|mailto:|tel:)/i.test(text) && URL.canParse(text) ? text : null;
}

export function link(url, ...children) {
  const href = safeUrl(url);
  if (href === null) return h('span', {}, ...children);
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}

/** A text object, or a bare string of mrkdwn, as a fragment. */
export function renderText(text) {
  if (text === null || text === undefined) return document.createDocumentFragment();
  if (typeof text === 'string') return renderMrkdwn(text);
  return text.type === 'plain_text' ? renderPlain(text.text) : renderMrkdwn(text.text);
}

export function renderPlain(text) {
  const fragment = document.createDocumentFragment();
  fragment.append(withEmoji(decode(text)));
  return fragment;
}

/** Text with what looks like a web address made a link. */
export function renderLinks(text) {
  const fragment = document.createDocumentFragment();
  for (const part of text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)) {
    fragment.append(/^https?:\/\//.test(part) ? link(part, part) : part);
  }
  return fragment;
}

export function renderMrkdwn(text) {
  const fragment = document.createDocumentFragment();
  for (const [index, part] of text.split('```').entries()) {
    // An odd part stands between two fences; an unclosed fence is text.
    const isCode = index % 2 === 1;
    if (isCode) fragment.append(h('pre', { class: 'code' }, decode(part.replace(/^\n/, ''))));
    else fragment.append(...quotesAndLines(index > 0 ? part.replace(/^\n/, '') : part));
  }
  return fragment;
}

function quotesAndLines(text) {
  const nodes = [];
  let quote = [];
  const endQuote = () => {
    if (quote.length > 0) nodes.push(h('blockquote', {}, ...lines(quote)));
    quote = [];
  };
  let plain = [];
  const endPlain = () => {
    if (plain.length > 0) nodes.push(...lines(plain));
    plain = [];
  };
  for (const line of text.split('\n')) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    if (quoted === null) {
      endQuote();
      plain.push(line);
    } else {
      endPlain();
      quote.push(quoted[1]);
    }
  }
  endQuote();
  endPlain();
  return nodes;
}

function lines(texts) {
  return texts.flatMap((text, index) => (index === 0 ? inline(text) : [h('br'), ...inline(text)]));
}

const CHAR = '\\p{L}\\p{N}';
// What stands between angle brackets is one thing: marks in it are its own.
const marked = (mark) =>
  `(?<![${CHAR}${mark}])[${mark}](?=[^\\s${mark}])((?:<[^<>\\n]+>|[^<])+?)(?<=\\S)[${mark}](?![${CHAR}])`;
const TOKEN = new RegExp(
  [
    '<([^<>\\n]+)>',
    '`([^`\\n]+)`',
    marked('*'),
    marked('_'),
    marked('~'),
    '(https?://[^\\s<>"`]+[^\\s<>"`.,;:!?)\\]*_~])',
  ].join('|'),
  'u',
);

function inline(text) {
  const nodes = [];
  let rest = text;
  for (;;) {
    const match = TOKEN.exec(rest);
    if (match === null) break;
    if (match.index > 0) nodes.push(withEmoji(decode(rest.slice(0, match.index))));
    nodes.push(token(match));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== '') nodes.push(withEmoji(decode(rest)));
  return nodes;
}

function token([whole, angle, code, bold, italic, strike, url]) {
  if (angle !== undefined) return angled(angle) ?? decode(whole);
  if (code !== undefined) return h('code', {}, decode(code));
  if (bold !== undefined) return h('strong', {}, ...inline(bold));
  if (italic !== undefined) return h('em', {}, ...inline(italic));
  if (strike !== undefined) return h('s', {}, ...inline(strike));
  return link(decode(url), decode(url));
}

/** What stands between angle brackets: a mention, a date or a link; null where it is none of them. */
function angled(inner) {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? null : inner.slice(bar + 1);
  if (target.startsWith('@')) return mention(`@${nameOf(target.slice(1))}`, target.slice(1) === state.as);
  if (target.startsWith('#'))
    return mention(`#${channelById(target.slice(1))?.name ?? label ?? 'channel'}`, false);
  if (target.startsWith('!')) return special(target.slice(1), label);
  const address = decode(target);
  if (safeUrl(address) === null) return null;
  return link(address, ...(label === null ? [address.replace(/^mailto:/, '')] : inline(label)));
}

function special(command, label) {
  const [name, ...rest] = command.split('^');
  if (name === 'date') return date(rest, label);
  if (name === 'subteam') return mention(label ?? '@group', false);
  return mention(`@${name}`, true);
}

function date([seconds = '', pattern = '', url], label) {
  const text = slackDate(seconds, pattern) ?? decode(label ?? '');
  const time = h('time', { class: 'date', title: fullText(new Date(Number(seconds) * 1_000 || 0)) }, text);
  return url === undefined ? time : link(decode(url), time);
}

function mention(text, isMine) {
  return h('span', { class: isMine ? 'mention mine' : 'mention' }, text);
}
