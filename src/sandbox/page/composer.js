// Where a person writes: messages, slash commands with suggestions, mentions.

import { avatar, h, icon } from './dom.js';
import { menu } from './menu.js';
import { attempt } from './message.js';
import { nameOf, state } from './state.js';

/** What was sent last, to be had again with the arrow key. */
const sent = [];
const MAX_SENT = 50;
const MAX_HEIGHT_PX = 200;

/** The box under a conversation; `send(text)` resolves to whether the text went out. */
export function composer({ placeholder, send, withCommands }) {
  let chosen = 0;
  let back = 0;
  let shown = [];
  const popup = h('div', { class: 'suggestions', role: 'listbox', hidden: true });
  const hint = h('div', { class: 'usage', hidden: true });
  const field = h('textarea', {
    rows: '1',
    class: 'composer-field',
    placeholder,
    'aria-label': placeholder,
    oninput: () => {
      back = 0;
      chosen = 0;
      refresh();
    },
    onkeydown: onKey,
    onblur: () => setTimeout(() => (popup.hidden = true), 150),
    onfocus: () => refresh(),
  });
  const go = h(
    'button',
    { type: 'button', class: 'send', 'aria-label': 'Send', onclick: () => void submit() },
    icon('send'),
  );
  const node = h(
    'div',
    { class: 'composer' },
    popup,
    hint,
    h('div', { class: 'composer-box' }, withCommands && moreButton(field, () => refresh()), field, go),
  );

  function refresh() {
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`;
    go.classList.toggle('ready', field.value.trim() !== '');
    shown = suggestions(field, withCommands);
    popup.hidden = shown.length === 0;
    popup.replaceChildren(...shown.map((it, index) => row(it, index)));
    const command = withCommands && state.commands.find((it) => field.value.startsWith(`${it.command} `));
    hint.hidden = !command || shown.length > 0;
    if (command) hint.replaceChildren(h('code', {}, command.command), ` ${command.usageHint}`);
  }

  function row(it, index) {
    return h(
      'button',
      {
        type: 'button',
        role: 'option',
        'aria-selected': String(index === chosen),
        class: index === chosen ? 'suggestion chosen' : 'suggestion',
        // Before the field loses its focus, which hides the list.
        onpointerdown: (event) => {
          event.preventDefault();
          take(it);
        },
      },
      it.mark,
      h(
        'span',
        { class: 'menu-text' },
        h('span', {}, h('strong', {}, it.label), it.usage && h('code', { class: 'muted' }, ` ${it.usage}`)),
        it.note && h('small', {}, it.note),
      ),
    );
  }

  function take(it) {
    const before = field.value.slice(0, it.start);
    const after = field.value.slice(field.selectionStart);
    field.value = `${before}${it.insert} ${after.trimStart()}`;
    const caret = before.length + it.insert.length + 1;
    field.setSelectionRange(caret, caret);
    field.focus();
    chosen = 0;
    refresh();
  }

  function onKey(event) {
    if (event.isComposing) return;
    const isHandled = (!popup.hidden && onKeyInList(event.key)) || onKeyInField(event);
    if (isHandled) event.preventDefault();
  }

  /** Moves in the suggestions and takes one; false for keys that mean nothing to them. */
  function onKeyInList(key) {
    const it = shown[chosen];
    // A command that is written out already is sent, not completed again.
    if (key === 'Enter' && field.value.trim() === it.insert) return false;
    if (key === 'Escape') popup.hidden = true;
    else if (key === 'Tab' || key === 'Enter') take(it);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else return false;
    return true;
  }

  /** Sends, and goes through what was sent before; false for keys that only write. */
  function onKeyInField({ key, shiftKey }) {
    if (key === 'Enter' && !shiftKey) void submit();
    else if (key === 'ArrowUp' && (field.value === '' || back > 0)) recall(1);
    else if (key === 'ArrowDown' && back > 0) recall(-1);
    else return false;
    return true;
  }

  function move(step) {
    chosen = (chosen + step + shown.length) % shown.length;
    popup.replaceChildren(...shown.map((it, index) => row(it, index)));
    popup.children[chosen].scrollIntoView({ block: 'nearest' });
  }

  function recall(step) {
    back = Math.max(0, Math.min(sent.length, back + step));
    field.value = back === 0 ? '' : sent.at(-back);
    refresh();
    popup.hidden = true;
  }

  async function submit() {
    const text = field.value.trim();
    if (text === '') return;
    field.value = '';
    back = 0;
    sent.push(text);
    if (sent.length > MAX_SENT) sent.shift();
    refresh();
    node.classList.add('busy');
    const isSent = await send(text);
    node.classList.remove('busy');
    if (!isSent && field.value === '') field.value = text;
    refresh();
  }

  return { node, focus: () => field.focus(), refresh };
}

function suggestions(field, withCommands) {
  const written = field.value.slice(0, field.selectionStart);
  const command = /^\/\S*$/.exec(written);
  if (command !== null && withCommands) {
    return state.commands
      .filter((it) => it.command.startsWith(written))
      .map((it) => ({
        start: 0,
        insert: it.command,
        label: it.command,
        usage: it.usageHint,
        note: it.description,
      }));
  }
  const mark = /(?:^|\s)([@#])([^\s@#]*)$/.exec(written);
  if (mark === null) return [];
  const [, sign, part] = mark;
  const start = written.length - part.length - 1;
  const fits = (text) => text.toLowerCase().includes(part.toLowerCase());
  const found =
    sign === '@'
      ? state.people
          .filter((it) => fits(it.name) || fits(it.email))
          .map((it) => ({
            label: nameOf(it.userId),
            note: it.email,
            mark: avatar(nameOf(it.userId), it.userId),
          }))
      : state.channels.filter((it) => it.name !== null && fits(it.name)).map((it) => ({ label: it.name }));
  return found.slice(0, 8).map((it) => ({ ...it, start, insert: `${sign}${it.label}` }));
}

/** The button that offers all commands and global shortcuts: what an app can do, for those who do not know yet. */
function moreButton(field, refresh) {
  const open = (event) =>
    menu(event.currentTarget, [
      ...state.shortcuts
        .filter((it) => it.type === 'global')
        .map((it) => ({
          label: it.name,
          note: 'Shortcut',
          choose: () => void attempt('shortcut', { callbackId: it.callbackId }),
        })),
      ...state.commands.map((it) => ({
        label: it.command,
        note: it.description,
        choose: () => {
          field.value = `${it.command} `;
          field.focus();
          refresh();
        },
      })),
    ]);
  return h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': 'Commands and shortcuts', onclick: open },
    icon('bolt'),
  );
}
