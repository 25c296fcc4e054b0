// Block Kit as nodes.

import { control } from './controls.js';
import { h } from './dom.js';
import { link, renderMrkdwn, renderText } from './mrkdwn.js';

/**
 * The blocks of a message or view. `surface` is `{values, use, errors}`: what is chosen, how the app is told of a
 * press, and what it wants corrected, by block.
 */
export function renderBlocks(blocks, surface) {
  return blocks.map((block) => {
    const make = MAKERS[block.type];
    return make === undefined
      ? h('div', { class: 'block unsupported' }, `[${block.type}]`)
      : make(block, surface);
  });
}

const MAKERS = {
  header: (block) => h('h3', { class: 'block block-header' }, renderText(block.text)),
  divider: () => h('hr', { class: 'block block-divider' }),
  section,
  context,
  actions: (block, surface) =>
    h(
      'div',
      { class: 'block block-actions' },
      ...block.elements.map((element) => control(element, block.block_id, surface)),
    ),
  image: (block) => h('div', { class: 'block' }, picture(block)),
  markdown: (block) => h('div', { class: 'block text' }, renderMrkdwn(chatMarkup(block.text))),
  rich_text: (block) => h('div', { class: 'block text' }, flatText(block)),
  input,
};

function section(block, surface) {
  const { text, fields, accessory } = block;
  return h(
    'div',
    { class: 'block block-section' },
    h(
      'div',
      { class: 'section-main' },
      text && h('div', { class: 'text' }, renderText(text)),
      fields &&
        h(
          'div',
          { class: 'fields' },
          ...fields.map((field) => h('div', { class: 'text' }, renderText(field))),
        ),
    ),
    accessory &&
      h(
        'div',
        { class: 'section-side' },
        accessory.type === 'image' ? picture(accessory) : control(accessory, block.block_id, surface),
      ),
  );
}

function context(block) {
  return h(
    'div',
    { class: 'block block-context' },
    ...block.elements.map((element) =>
      element.type === 'image' ? picture(element) : h('span', { class: 'text' }, renderText(element)),
    ),
  );
}

/** Pictures from elsewhere are named, not loaded: the page asks nobody but its own server. */
function picture({ alt_text: alt, image_url: url, title }) {
  return h(
    'span',
    { class: 'picture' },
    '🖼 ',
    link(url, title === undefined ? alt || url : renderText(title)),
  );
}

function input(block, surface) {
  const error = surface.errors?.[block.block_id];
  const node = h(
    'div',
    {
      class: error === undefined ? 'block block-input' : 'block block-input wrong',
      dataset: { block: block.block_id },
    },
    h(
      'div',
      { class: 'label' },
      renderText(block.label),
      block.optional === true && h('span', { class: 'optional' }, ' (optional)'),
    ),
    control(block.element, block.block_id, surface, block.dispatch_action === true),
    error !== undefined && h('p', { class: 'error', role: 'alert' }, error),
    block.hint && h('p', { class: 'hint' }, renderText(block.hint)),
  );
  node
    .querySelector('input, textarea, select')
    ?.setAttribute('aria-label', node.querySelector('.label').textContent);
  return node;
}

/** The common part of Markdown in the chat's own markup. */
function chatMarkup(markdown) {
  return markdown
    .replaceAll(/^#{1,6} +(.+)$/gm, '*$1*')
    .replaceAll(/\*\*(.+?)\*\*/g, '*$1*')
    .replaceAll(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, '<$2|$1>')
    .replaceAll(/^[-*] +/gm, '• ');
}

function flatText(node) {
  if (typeof node.text === 'string') return node.text;
  if (node.type === 'link') return link(node.url, node.url);
  const inner = (node.elements ?? []).map((child) =>
    h(node.type === 'rich_text' ? 'div' : 'span', {}, flatText(child)),
  );
  return h('span', {}, ...inner);
}

const COLORS = { good: '#2eb67d', warning: '#ecb22e', danger: '#e01e5a' };

/** Attachments: a coloured bar, and blocks or the plain fields of old beside it. */
export function renderAttachments(attachments, surface) {
  return attachments.map((attachment) => {
    const blocks = renderBlocks(attachment.blocks ?? [], surface);
    const lines = plainLines(attachment);
    const fallback = blocks.length + lines.length === 0 ? [textLine(attachment.fallback ?? '')] : [];
    const node = h('div', { class: 'attachment' }, ...lines, ...blocks, ...fallback);
    const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(COLORS[attachment.color] ?? attachment.color ?? '');
    if (hex !== null) node.style.setProperty('--bar', `#${hex[1]}`);
    return node;
  });
}

const textLine = (...children) => h('div', { class: 'text' }, ...children);

function plainLines({ pretext, title, title_link: url, text, fields, footer }) {
  const lines = [];
  if (pretext) lines.push(textLine(renderText(pretext)));
  if (title) lines.push(textLine(h('strong', {}, url ? link(url, title) : title)));
  if (text) lines.push(textLine(renderText(text)));
  if (fields) {
    const cells = fields.map((field) =>
      textLine(h('strong', {}, field.title), h('br'), renderText(field.value)),
    );
    lines.push(h('div', { class: 'fields' }, ...cells));
  }
  if (footer) lines.push(h('div', { class: 'text muted' }, footer));
  return lines;
}
