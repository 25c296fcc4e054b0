// The view in front of a person: the top one of their stack.

import { renderBlocks } from './blocks.js';
import { h, icon } from './dom.js';
import { attempt, report } from './message.js';
import { renderText } from './mrkdwn.js';
import { act, get, state } from './state.js';

/** What was entered, by view: an update of a view keeps what has the same place in it. */
const entered = new Map();
let shown = null;

/** Shows the top of the stack, or nothing where it is empty. */
export function showViews(views) {
  const top = views.at(-1);
  for (const id of entered.keys()) if (!views.some((it) => it.id === id)) entered.delete(id);
  if (top === undefined) return hide();
  if (shown?.view.id === top.id && shown.view.hash === top.hash) return undefined;
  return show(top);
}

function hide() {
  shown?.dialog.close();
  shown?.dialog.remove();
  shown = null;
}

const INPUTS = ':is(input, textarea, select)';

function show(view, errors = {}, problem = null) {
  const focused = shown?.view.id === view.id ? focusedBlock(shown.dialog) : undefined;
  const dialog = h(
    'dialog',
    {
      class: 'modal',
      'aria-labelledby': 'modal-title',
      oncancel: (event) => {
        event.preventDefault();
        void closeView(view);
      },
    },
    viewForm(view, errors, problem),
  );
  hide();
  shown = { view, dialog };
  document.body.append(dialog);
  dialog.showModal();
  const places = [
    `.wrong ${INPUTS}`,
    `[data-block="${CSS.escape(focused ?? '')}"] ${INPUTS}`,
    `.modal-body ${INPUTS}`,
  ];
  places
    .map((place) => dialog.querySelector(place))
    .find((it) => it !== null)
    ?.focus();
}

const focusedBlock = (dialog) => dialog.querySelector(':focus')?.closest('[data-block]')?.dataset.block;

function viewForm(view, errors, problem) {
  if (!entered.has(view.id)) entered.set(view.id, {});
  const values = entered.get(view.id);
  const use = (blockId, actionId, value) =>
    attempt('use-view', { viewId: view.id, press: { blockId, actionId, value, values } });
  const close = () => void closeView(view);
  const submit = h('button', { type: 'submit', class: 'button button-primary' }, renderText(view.submit));
  const cancel = h(
    'button',
    { type: 'button', class: 'button', onclick: close },
    view.close ? renderText(view.close) : 'Cancel',
  );
  const form = h(
    'form',
    {
      class: 'modal-form',
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        if (!submit.classList.contains('busy')) void send(view, values, submit, form);
      },
    },
    h(
      'header',
      { class: 'modal-head' },
      h('h2', { id: 'modal-title' }, renderText(view.title)),
      h('button', { type: 'button', class: 'tool', 'aria-label': 'Close', onclick: close }, icon('close')),
    ),
    h(
      'div',
      { class: 'modal-body' },
      problem !== null && h('p', { class: 'problem', role: 'alert' }, problem),
      ...renderBlocks(view.blocks, { values, errors, use }),
    ),
    h('footer', { class: 'modal-foot' }, cancel, view.submit && submit),
  );
  return form;
}

async function send(view, values, button, form) {
  const errors = missing(view, values, form);
  if (Object.keys(errors).length > 0) return show(view, errors);
  button.classList.add('busy');
  try {
    const outcome = await act('submit', { viewId: view.id, values });
    if (outcome.error !== null) return show(view, {}, `That did not work (${outcome.error}). Try again?`);
    if (Object.keys(outcome.errors).length > 0) return show(view, outcome.errors);
    return await refresh();
  } catch (error) {
    report(error.message);
    return await refresh();
  } finally {
    button.classList.remove('busy');
  }
}

/** What the chat itself refuses to submit, by block. */
function missing(view, values, form) {
  const inputs = view.blocks.filter((it) => it.type === 'input');
  const problems = inputs.map((block) => {
    const field = form.querySelector(`[data-block="${CSS.escape(block.block_id)}"] :is(input, textarea)`);
    return [
      block.block_id,
      problemWith(block, values[block.block_id]?.[block.element.action_id] ?? '', field),
    ];
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}

function problemWith({ element, optional }, value, field) {
  // An empty text and an empty list both have no length; a number has none either.
  if (value.length === 0) return optional === true ? null : 'Please complete this required field.';
  const min = element.min_length ?? 0;
  if (value.length < min) return `Please enter at least ${min} characters.`;
  return field === null || field.validity.valid ? null : field.validationMessage;
}

async function closeView(view) {
  await attempt('close', { viewId: view.id });
  await refresh();
}

/** The server's word on what is open, in case its events did not come through. */
async function refresh() {
  const { views } = await get('state', { as: state.as });
  showViews(views);
}
