// What is shown before there is anything to show.

import { h, icon } from './dom.js';
import { state } from './state.js';

/** Nobody is a member of any page yet: how to change that. */
export function nobodyYet() {
  const origin = location.origin;
  const script = [
    'KEY=$(cat .data/admin-key)',
    `PAGE=$(curl -s ${origin}/v1/pages -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d '{"email":"ann@example.com","name":"Acme","subdomain":"acme"}' | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)`,
    `curl -s ${origin}/v1/$PAGE/team -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d '{"email":"ann@example.com","permission":"FULL"}'`,
  ].join('\n');
  return h(
    'div',
    { class: 'empty nobody' },
    h('img', { src: '/sandbox/page/icon.svg', alt: '' }),
    h('h2', {}, 'Nobody is here yet'),
    h(
      'p',
      {},
      'This page stands in for Slack while no Slack settings are given. The people in it are the members of your status pages, and there is none so far.',
    ),
    h('h3', {}, 'See the whole loop in a minute'),
    codeBox('npm run demo'),
    h('h3', {}, 'Or add the first member yourself'),
    codeBox(script),
    h('p', { class: 'muted' }, 'This page notices by itself when somebody is there.'),
  );
}

/** The top of a channel's history. */
export function channelStart(channel) {
  const commands = state.commands.map((it) => it.command);
  const first = commands[0];
  const intro =
    channel.name === null
      ? h(
          'p',
          {},
          'Pages to you arrive here. Only you and ',
          h('strong', {}, state.bot.name),
          ' can see this conversation.',
        )
      : h('p', {}, 'Cards of incidents appear here if this is the channel of a status page.');
  return h(
    'div',
    { class: 'start' },
    channel.name === null ? h('img', { src: '/sandbox/page/icon.svg', alt: '' }) : icon('hash'),
    h('h2', {}, channel.name === null ? state.bot.name : channel.name),
    intro,
    first !== undefined &&
      h(
        'p',
        { class: 'muted' },
        'Try ',
        ...commands.flatMap((it, index) => [index === 0 ? '' : ' or ', h('code', {}, it)]),
        ' below.',
      ),
  );
}

function codeBox(text) {
  const copy = h(
    'button',
    {
      type: 'button',
      class: 'button copy',
      onclick: async () => {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
        setTimeout(() => (copy.textContent = 'Copy'), 2_000);
      },
    },
    'Copy',
  );
  return h('div', { class: 'code-box' }, h('pre', {}, text), navigator.clipboard === undefined ? null : copy);
}
