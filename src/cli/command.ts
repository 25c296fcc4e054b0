import type { ParseArgsConfig } from 'node:util';
import type { Session } from './session.ts';
import type { Values } from './values.ts';

export type Command = {
  /** `incidents list`. */
  readonly name: string;
  /** What follows the name: `<incident> [--by <member>]`. */
  readonly usage: string;
  readonly summary: string;
  /** Its own options, beside those that every command has. */
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** How many words follow the name, at least and at most. */
  readonly words: readonly [least: number, most: number];
  run(session: Session, words: readonly string[], values: Values): Promise<void>;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const COMMON_OPTIONS = {
  url: text,
  key: text,
  page: text,
  json: flag,
  help: { ...flag, short: 'h' },
  version: flag,
} as const satisfies NonNullable<ParseArgsConfig['options']>;
