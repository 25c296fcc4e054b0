import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { EXIT_CODES } from './exit-code.ts';
import { DEFAULT_URL } from './session.ts';

const SETTINGS = [
  ['--url, TOCSIN_URL', `where Tocsin is; default ${DEFAULT_URL}`],
  ['--key, TOCSIN_API_KEY', 'the API key (others see arguments, not variables)'],
  ['--page, TOCSIN_PAGE', 'the page: its id or subdomain; default: the only one'],
  ['--by, TOCSIN_BY', "who acts: a member's id or e-mail; default: the API key"],
  ['--json', 'answers as JSON, a list as one line each, for jq'],
  ['NO_COLOR', 'no colours; there are none where it is no terminal'],
] as const;

export function helpOfAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'tocsin: on-call from the command line',
    '',
    'usage: tocsin <command> [options]      tocsin help <command>',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'An <incident> is its number (42 or #42) or its id; monitors and schedules go by',
    'name or id. A <time> is 30m, 2h, 1d, now, 2026-01-31T09:00Z, or without Z.',
    '',
    ...SETTINGS.map(([name, what]) => `  ${name.padEnd(22)} ${what}`),
    '',
    'It ends with',
    ...Object.entries(EXIT_CODES).map(([code, what]) => `  ${code}  ${what}`),
    '',
  ].join('\n');
}

export function helpOf(commands: readonly Command[]): string {
  return commands
    .map(({ name, usage, summary }) => `tocsin ${name} ${usage}`.trim().concat(`\n  ${summary}\n`))
    .join('\n');
}

export function versionLine(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `tocsin ${version}\n`;
}
