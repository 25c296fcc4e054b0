// Buttons, menus and inputs. A value is held as text, a number, a list of texts or null, whatever the element is; the
// server puts it into the form that the app expects.

import { confirmed } from './confirm.js';
import { h } from './dom.js';
import { renderText, safeUrl } from './mrkdwn.js';
import { myChannels, state } from './state.js';

/**
 * The node of one element. `values` holds what is chosen in the surface around it; `use(blockId, actionId, value)`
 * tells the app, and `dispatches` says whether a choice is told at once (inputs wait for the submission).
 */
export function control(element, blockId, surface, dispatches = true) {
  const make = MAKERS[element.type];
  if (make === undefined) return h('span', { class: 'unsupported' }, `[${element.type}]`);
  const { values } = surface;
  const at = (values[blockId] ??= {});
  const id = element.action_id;
  if (at[id] === undefined) at[id] = initial(element);
  return make(element, {
    blockId,
    value: () => at[id],
    /** Keeps the choice and tells the app where it wants to know; false where the person thought better of it. */
    async choose(value, node) {
      if (element.confirm !== undefined && !(await confirmed(element.confirm))) return false;
      at[id] = value;
      if (dispatches) await busy(node, () => surface.use(blockId, id, value));
      return true;
    },
    keep(value) {
      at[id] = value;
    },
  });
}

const MAKERS = {
  button,
  static_select: select,
  users_select: select,
  channels_select: select,
  conversations_select: select,
  overflow: select,
  multi_static_select: multi,
  multi_users_select: multi,
  multi_channels_select: multi,
  multi_conversations_select: multi,
  radio_buttons: (element, it) => boxes(element, it, 'radio'),
  checkboxes: (element, it) => boxes(element, it, 'checkbox'),
  datepicker: (element, it) => picker(element, it, 'date'),
  timepicker: (element, it) => picker(element, it, 'time'),
  datetimepicker: (element, it) => picker(element, it, 'datetime-local'),
  plain_text_input: textInput,
  email_text_input: textInput,
  url_text_input: textInput,
  number_input: textInput,
};

/** What stands in the element before anybody touches it. */
const INITIAL = [
  'initial_value',
  'initial_user',
  'initial_users',
  'initial_channel',
  'initial_channels',
  'initial_conversation',
  'initial_conversations',
  'initial_date',
  'initial_time',
  'initial_date_time',
];

function initial(element) {
  if (element.initial_option !== undefined) return element.initial_option.value;
  if (element.initial_options !== undefined) return element.initial_options.map((it) => it.value);
  const isMany = element.type.startsWith('multi_') || element.type === 'checkboxes';
  const named = INITIAL.find((name) => element[name] !== undefined);
  return named === undefined ? (isMany ? [] : null) : element[named];
}

async function busy(node, work) {
  node.classList.add('busy');
  node.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    node.classList.remove('busy');
    node.removeAttribute('aria-busy');
  }
}

function button(element, it) {
  const node = h(
    'button',
    {
      type: 'button',
      class: `button ${element.style === undefined ? '' : `button-${element.style}`}`,
      'aria-label': element.accessibility_label,
      dataset: { action: `${it.blockId}/${element.action_id}` },
      onclick: () => {
        if (node.classList.contains('busy')) return;
        const url = element.url === undefined ? null : safeUrl(element.url);
        if (url !== null) window.open(url, '_blank', 'noopener');
        void it.choose(null, node);
      },
    },
    renderText(element.text),
  );
  return node;
}

/** What can be chosen, in groups: one without a name where the element has none. */
function groupsOf(element) {
  if (element.type.includes('users'))
    return [{ options: state.people.map((p) => [p.userId, p.name || p.email]) }];
  if (element.type.includes('channels') || element.type.includes('conversations')) {
    return [{ options: myChannels().map((c) => [c.id, c.name === null ? state.bot.name : `#${c.name}`]) }];
  }
  const pairs = (options) => options.map((option) => [option.value, textOf(option.text)]);
  if (element.option_groups === undefined) return [{ options: pairs(element.options) }];
  return element.option_groups.map((group) => ({
    label: textOf(group.label),
    options: pairs(group.options),
  }));
}

const textOf = (text) => {
  const box = document.createElement('span');
  box.append(renderText(text));
  return box.textContent;
};

function select(element, it) {
  const isMenu = element.type === 'overflow';
  const option = ([value, label]) => h('option', { value }, label);
  const groups = groupsOf(element).map((group) =>
    group.label === undefined
      ? group.options.map(option)
      : h('optgroup', { label: group.label }, ...group.options.map(option)),
  );
  const hint = isMenu ? '⋯' : textOf(element.placeholder ?? 'Choose an option');
  const node = h(
    'select',
    {
      class: isMenu ? 'select overflow' : 'select',
      'aria-label': isMenu ? 'More actions' : hint,
      dataset: { action: `${it.blockId}/${element.action_id}` },
      onchange: async () => {
        const chosen = node.value === '' ? null : node.value;
        const isKept = await it.choose(chosen, node);
        if (isMenu || !isKept) node.value = isMenu ? '' : (it.value() ?? '');
      },
    },
    h('option', { value: '' }, hint),
    ...groups.flat(),
  );
  node.value = isMenu ? '' : (it.value() ?? '');
  return node;
}

function multi(element, it) {
  const options = groupsOf(element).flatMap((group) => group.options);
  const labels = new Map(options);
  const summary = h('summary', { class: 'select' });
  const show = () => {
    const chosen = it.value().map((value) => labels.get(value) ?? value);
    summary.textContent =
      chosen.length === 0 ? textOf(element.placeholder ?? 'Choose options') : chosen.join(', ');
  };
  const rows = options.map(([value, label]) => {
    const box = h('input', { type: 'checkbox', checked: it.value().includes(value) });
    box.addEventListener('change', () => {
      const chosen = box.checked ? [...it.value(), value] : it.value().filter((other) => other !== value);
      if (chosen.length > (element.max_selected_items ?? Infinity)) {
        box.checked = false;
        return;
      }
      it.keep(chosen);
      show();
    });
    return h('label', { class: 'choice' }, box, h('span', {}, label));
  });
  let before = it.value().join();
  const node = h('details', { class: 'multi' }, summary, h('div', { class: 'multi-list' }, ...rows));
  node.addEventListener('toggle', () => {
    // Closing the list is what the app is told of.
    if (!node.open && before !== it.value().join()) void it.choose(it.value(), node);
    before = it.value().join();
  });
  show();
  return node;
}

let groups = 0;

function boxes(element, it, type) {
  groups += 1;
  const name = `group-${groups}`;
  const inputs = new Map();
  const show = () => {
    for (const [value, input] of inputs) {
      input.checked = type === 'radio' ? it.value() === value : it.value().includes(value);
    }
  };
  const node = h(
    'div',
    { class: 'choices', role: type === 'radio' ? 'radiogroup' : 'group' },
    ...element.options.map((option) => {
      const input = h('input', { type, name });
      inputs.set(option.value, input);
      input.addEventListener('change', async () => {
        const checked = [...inputs].filter(([, other]) => other.checked).map(([value]) => value);
        await it.choose(type === 'radio' ? option.value : checked, node);
        show();
      });
      const about = option.description && h('small', {}, renderText(option.description));
      return h('label', { class: 'choice' }, input, h('span', {}, renderText(option.text), about));
    }),
  );
  show();
  return node;
}

function picker(element, it, type) {
  const isInstant = element.type === 'datetimepicker';
  const node = h('input', {
    type,
    class: 'field',
    'aria-label': textOf(element.placeholder ?? 'When'),
    onchange: () => {
      const text = node.value === '' ? null : node.value;
      void it.choose(isInstant && text !== null ? Math.floor(new Date(text).getTime() / 1_000) : text, node);
    },
  });
  const value = it.value();
  node.value = value === null ? '' : isInstant ? localText(new Date(value * 1_000)) : value;
  return node;
}

/** The instant as a local date and time without zone, which is what such a field holds. */
function localText(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const INPUT_TYPES = { email_text_input: 'email', url_text_input: 'url', number_input: 'number' };

function textInput(element, it) {
  const isLong = element.multiline === true;
  const node = h(isLong ? 'textarea' : 'input', {
    ...(isLong ? { rows: '4' } : { type: INPUT_TYPES[element.type] ?? 'text' }),
    class: 'field',
    placeholder: element.placeholder === undefined ? null : textOf(element.placeholder),
    maxlength: element.max_length ?? 3_000,
    autofocus: element.focus_on_load,
    step: element.is_decimal_allowed === true ? 'any' : null,
    min: element.min_value,
    max: element.max_value,
    oninput: () => it.keep(node.value === '' ? null : node.value),
    onkeydown: (event) => {
      if (event.key === 'Enter' && !isLong) void it.choose(node.value === '' ? null : node.value, node);
    },
  });
  node.value = it.value() ?? '';
  return node;
}
