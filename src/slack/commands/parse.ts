import { unescape } from '../unescape.ts';

/** What `/incident …` asks for. */
export type IncidentCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly number: number }
  | { readonly kind: 'act'; readonly verb: ActVerb; readonly number: number }
  | { readonly kind: 'snooze'; readonly number: number; readonly minutes: number }
  | { readonly kind: 'note'; readonly number: number; readonly text: string }
  | { readonly kind: 'new'; readonly title: string }
  /** `problem`: what could not be understood, for a person; null when help was asked for. */
  | { readonly kind: 'help'; readonly problem: string | null };

export type ActVerb = 'acknowledge' | 'unacknowledge' | 'resolve' | 'reopen' | 'escalate';

/** What `/oncall …` asks for. */
export type OnCallCommand =
  | { readonly kind: 'now' }
  | { readonly kind: 'help'; readonly problem: string | null };

/** A command with the subdomain of the page that it named, if any. */
export type Addressed<T> = { readonly subdomain: string | null; readonly command: T };

const ACT_WORDS: Record<string, ActVerb> = {
  ack: 'acknowledge',
  acknowledge: 'acknowledge',
  unack: 'unacknowledge',
  unacknowledge: 'unacknowledge',
  resolve: 'resolve',
  reopen: 'reopen',
  escalate: 'escalate',
};
const DEFAULT_SNOOZE_MINUTES = 60;
const MAX_NUMBER = 2_147_483_647;
// Slack's clients turn "--" into a dash while people type.
const PAGE_OPTION = /(?:^|\s)(?:--|[\u2013\u2014])page(?:\s+|=)(\S+)/iu;
const PAGE_PREFIX = /^page:(\S+)/iu;

/** Reads the text after `/incident`; what is unknown answers help. Numbers may carry a `#`. */
export function parseIncident(text: string): Addressed<IncidentCommand> {
  const { subdomain, rest } = takePage(text);
  return { subdomain, command: incidentCommand(rest) };
}

/** Reads the text after `/oncall`; what is unknown answers help. */
export function parseOnCall(text: string): Addressed<OnCallCommand> {
  const { subdomain, rest } = takePage(text);
  const [word = ''] = rest.toLowerCase().split(/\s/u, 1);
  switch (word) {
    case '':
    case 'now':
      return { subdomain, command: { kind: 'now' } };
    case 'help':
      return { subdomain, command: { kind: 'help', problem: null } };
    default:
      return { subdomain, command: { kind: 'help', problem: `I do not know "${word}".` } };
  }
}

/** Takes `page:<subdomain>` from the front or `--page <subdomain>` from anywhere. */
function takePage(text: string): { subdomain: string | null; rest: string } {
  const trimmed = unescape(text).trim();
  const found = PAGE_PREFIX.exec(trimmed) ?? PAGE_OPTION.exec(trimmed);
  if (found === null) return { subdomain: null, rest: trimmed };
  return { subdomain: found[1] ?? null, rest: trimmed.replace(found[0], ' ').trim() };
}

function incidentCommand(text: string): IncidentCommand {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/u.exec(text) ?? [];
  const verb = word.toLowerCase();
  switch (verb) {
    case '':
    case 'help':
      return { kind: 'help', problem: null };
    case 'list':
      return { kind: 'list' };
    case 'new':
      return { kind: 'new', title: rest.trim() };
    default:
      return numbered(verb, rest);
  }
}

type Numbered = (number: number, tail: string) => IncidentCommand;

const NUMBERED = new Map<string, Numbered>([
  ...Object.entries(ACT_WORDS).map(([word, verb]): [string, Numbered] => [
    word,
    (number) => ({ kind: 'act', verb, number }),
  ]),
  ['show', (number) => ({ kind: 'show', number })],
  ['snooze', snooze],
  ['note', note],
]);

function numbered(verb: string, rest: string): IncidentCommand {
  const command = NUMBERED.get(verb);
  if (command === undefined) return { kind: 'help', problem: `I do not know "${verb}".` };
  const [, digits = '', tail = ''] = /^#?(\d+)(?:\s+([\s\S]*))?$/u.exec(rest.trim()) ?? [];
  const number = Number(digits);
  return number < 1 || number > MAX_NUMBER
    ? { kind: 'help', problem: `"${verb}" needs the number of an incident.` }
    : command(number, tail.trim());
}

function note(number: number, text: string): IncidentCommand {
  return text === '' ? { kind: 'help', problem: '"note" needs a text.' } : { kind: 'note', number, text };
}

function snooze(number: number, minutes: string): IncidentCommand {
  if (minutes === '') return { kind: 'snooze', number, minutes: DEFAULT_SNOOZE_MINUTES };
  const value = /^(\d+)\s*(?:m|min|mins|minutes?)?$/iu.exec(minutes)?.[1];
  return value === undefined || Number(value) < 1
    ? { kind: 'help', problem: '"snooze" needs a number of minutes.' }
    : { kind: 'snooze', number, minutes: Number(value) };
}
