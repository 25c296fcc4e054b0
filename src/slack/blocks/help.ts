import type { Page } from '../../services/ports/pages.ts';
import { COMMANDS } from '../ids.ts';
import type { Message } from '../message.ts';
import { escapeLine } from './escape.ts';
import { section } from './kit.ts';

// So many lines of so many characters fit into one block.
const MAX_PAGES = 15;
const COMMAND_CHARS = 60;
const SUBDOMAIN_CHARS = 63;
const NAME_CHARS = 40;

const LINES = {
  [COMMANDS.onCall]: [
    ['', 'who is on call now, until when, and who is next'],
    ['help', 'this text'],
  ],
  [COMMANDS.incident]: [
    ['list', 'the open incidents'],
    ['new [title]', 'opens an incident and tells who is on call'],
    ['show 12', 'one incident, and what happened last'],
    ['ack 12', 'you take it on: nobody else is woken'],
    ['unack 12', 'you give it back: the escalation goes on'],
    ['resolve 12', 'it is over'],
    ['reopen 12', 'it is not over'],
    ['escalate 12', 'the next ones are told now'],
    ['snooze 12 [minutes]', 'nobody is told for that long (60 minutes)'],
    ['note 12 text', 'a note in its timeline'],
    ['help', 'this text'],
  ],
} as const;

/** What a command can do; `problem` says what was not understood. */
export function commandHelp(command: keyof typeof LINES, problem: string | null): Message {
  const lines = LINES[command].map(([usage, meaning]) => `\`${`${command} ${usage}`.trim()}\` ${meaning}`);
  const text = [
    ...(problem === null ? [] : [`${escapeLine(problem, 300)} This is what I understand:`]),
    ...lines,
    'With several status pages, add `--page subdomain`.',
  ].join('\n');
  return {
    text: problem === null ? `Help for ${command}` : escapeLine(problem, 300),
    blocks: [section(text)],
  };
}

/** Asks which page is meant, with what to type. `typed` is the command as it was typed. */
export function whichPage(pages: readonly Page[], unknown: string | null, typed: string): Message {
  const question =
    unknown === null
      ? 'Which status page do you mean?'
      : `There is no status page "${escapeLine(unknown, 100)}". Which one?`;
  const command = escapeLine(typed.replaceAll('`', ''), COMMAND_CHARS);
  const lines = pages.slice(0, MAX_PAGES).map((page) => {
    const full = `${command} --page ${escapeLine(page.subdomain, SUBDOMAIN_CHARS)}`;
    return `\`${full}\` for ${escapeLine(page.name, NAME_CHARS)}`;
  });
  const left = pages.length - MAX_PAGES;
  const more = left > 0 ? [`and ${left} more`] : [];
  return { text: question, blocks: [section([question, ...lines, ...more].join('\n'))] };
}
