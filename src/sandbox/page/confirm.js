// The dialogue that asks before something is done.

import { h } from './dom.js';
import { renderText } from './mrkdwn.js';

/** Asks by the app's own words; true once the person agrees. */
export function confirmed({ title, text, confirm, deny, style }) {
  return new Promise((resolve) => {
    const answer = (isAgreed) => {
      dialog.close();
      dialog.remove();
      resolve(isAgreed);
    };
    const dialog = h(
      'dialog',
      {
        class: 'modal confirm',
        'aria-label': 'Are you sure?',
        oncancel: (event) => {
          event.preventDefault();
          answer(false);
        },
      },
      h('header', { class: 'modal-head' }, h('h2', {}, renderText(title))),
      h('div', { class: 'modal-body' }, h('p', {}, renderText(text))),
      h(
        'footer',
        { class: 'modal-foot' },
        h('button', { type: 'button', class: 'button', onclick: () => answer(false) }, renderText(deny)),
        h(
          'button',
          { type: 'button', class: `button button-${style ?? 'primary'}`, onclick: () => answer(true) },
          renderText(confirm),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
