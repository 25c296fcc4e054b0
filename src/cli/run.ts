import { parseArgs, type ParseArgsConfig } from 'node:util';
import { COMMON_OPTIONS, type Command } from './command.ts';
import { textOf, type Values } from './values.ts';
import { COMMANDS } from './commands/all.ts';
import { exitCodeOf, sentenceOf, type ExitCode } from './exit-code.ts';
import { helpOf, helpOfAll, versionLine } from './help.ts';
import type { Machine } from './machine.ts';
import { DEFAULT_URL, sessionOf } from './session.ts';
import { oneLine } from './text/printable.ts';
import { UsageError } from './usage-error.ts';

const ALL_OPTIONS: NonNullable<ParseArgsConfig['options']> = Object.assign(
  {},
  COMMON_OPTIONS,
  ...COMMANDS.map(({ options = {} }) => options),
);

/** Does what was typed, and answers what the process is to end with. */
export async function run(machine: Machine): Promise<ExitCode> {
  let url = machine.env['TOCSIN_URL'] || DEFAULT_URL;
  try {
    const { words, values } = read(machine.args);
    url = textOf(values, 'url') ?? url;
    await dispatch(machine, words, values);
    return 0;
  } catch (error) {
    const code = exitCodeOf(error);
    machine.err(`tocsin: ${oneLine(sentenceOf(error, url))}\n`);
    return code;
  }
}

async function dispatch(machine: Machine, words: readonly string[], values: Values): Promise<void> {
  if (values['version'] === true) return machine.out(versionLine());
  const [verb, ...topic] = words;
  if (verb === undefined || verb === 'help') {
    const isAll = topic.length === 0;
    return machine.out(isAll ? helpOfAll(COMMANDS) : helpOf(commandsLike(topic)));
  }
  if (values['help'] === true) return machine.out(helpOf(commandsLike(words)));
  const command = commandOf(words);
  const rest = words.slice(command.name.split(' ').length);
  requireUsage(command, rest, values);
  await command.run(sessionOf(machine, values), rest, values);
}

function read(args: readonly string[]): { words: string[]; values: Values } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: ALL_OPTIONS,
      allowPositionals: true,
    });
    return { words: positionals, values: values as Values };
  } catch (error) {
    // The first sentence says what is wrong; the rest is about parsing.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
    throw new UsageError(`${sentence}; see \`tocsin --help\``);
  }
}

/** The command that the words begin with. */
function commandOf(words: readonly string[]): Command {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
  if (command !== undefined) return command;
  const [first = ''] = words;
  const verbs = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  throw new UsageError(
    verbs.length === 0
      ? `there is no command '${first}'; see \`tocsin --help\``
      : `say which: ${verbs.join(', ')}`,
  );
}

function commandsLike(words: readonly string[]): Command[] {
  const [first = '', second = ''] = words;
  const both = COMMANDS.filter(({ name }) => name === `${first} ${second}`.trim());
  const found = both.length > 0 ? both : COMMANDS.filter(({ name }) => name.split(' ')[0] === first);
  return found.length > 0 ? found : [commandOf(words)];
}

function requireUsage(command: Command, words: readonly string[], values: Values): void {
  const [least, most] = command.words;
  const known = { ...COMMON_OPTIONS, ...command.options };
  const stray = Object.keys(values).find((name) => !(name in known));
  const isWrong = words.length < least || words.length > most;
  if (stray === undefined && !isWrong) return;
  const usage = `tocsin ${command.name} ${command.usage}`.trim();
  throw new UsageError(
    stray === undefined ? `write \`${usage}\`` : `--${stray} does not go with ${command.name}: \`${usage}\``,
  );
}
