import { createTocsinClient, type TocsinClient } from '../client/index.ts';
import { MissingKey } from './exit-code.ts';
import type { Machine } from './machine.ts';
import { painter, type Paint } from './text/paint.ts';
import { inJson, printable } from './text/printable.ts';
import { fields, table, type Cell, type Column } from './text/table.ts';
import { textOf, type Values } from './values.ts';
import { UsageError } from './usage-error.ts';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

/** What a command works with: the API, what was asked for with every command, and where to write. */
export type Session = {
  readonly client: TocsinClient;
  /** As `client`, for what the server itself takes long for, in ms. */
  patientClient(timeoutMs: number): TocsinClient;
  readonly url: string;
  /** Who acts where a command does not say: a member's id or e-mail; null: the API key. */
  readonly actor: string | null;
  /** As it was given: an id or a subdomain; null: the only page. */
  readonly page: string | null;
  readonly untilInterrupted: () => AbortSignal;
  readonly show: Show;
  readonly now: number;
  readonly input: () => Promise<string>;
};

export type Show = {
  readonly isJson: boolean;
  readonly paint: Paint;
  /** One answer: as JSON on one line, or as `text` says. */
  one(answer: unknown, text: () => string): void;
  /** A list: as one line of JSON each, or as a table. */
  list<Item>(items: readonly Item[], table: ListTable<Item>): void;
  table(heads: readonly Column[], rows: readonly (readonly Cell[])[]): string;
  fields(pairs: readonly (readonly [name: string, value: Cell])[]): string;
  /** Something on the side, for people alone. */
  aside(text: string): void;
};

type ListTable<Item> = {
  readonly heads: readonly Column[];
  readonly row: (item: Item) => readonly Cell[];
  /** What there is nothing of. */
  readonly empty: string;
};

export function sessionOf(machine: Machine, values: Values): Session {
  const { env } = machine;
  const url = textOf(values, 'url') ?? (env['TOCSIN_URL'] || DEFAULT_URL);
  const apiKey = textOf(values, 'key') ?? env['TOCSIN_API_KEY'] ?? '';
  const clientWith = (timeoutMs: number): TocsinClient => createTocsinClient({ url, apiKey, timeoutMs });
  return {
    client: checked(apiKey, () => clientWith(30_000)),
    patientClient: clientWith,
    url,
    page: textOf(values, 'page') ?? (env['TOCSIN_PAGE'] || null),
    actor: env['TOCSIN_BY'] || null,
    untilInterrupted: () => machine.untilInterrupted(),
    show: showOn(machine, values['json'] === true),
    now: machine.now(),
    input: () => machine.input(),
  };
}

function checked(apiKey: string, make: () => TocsinClient): TocsinClient {
  if (apiKey === '') {
    throw new MissingKey(
      'no API key: set TOCSIN_API_KEY (the first one is in .data/admin-key where Tocsin runs) or --key',
    );
  }
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = error.message
      .replace(/^url/, 'TOCSIN_URL or --url')
      .replace(/^apiKey/, 'TOCSIN_API_KEY or --key');
    throw new UsageError(message);
  }
}

function showOn(machine: Machine, isJson: boolean): Show {
  const { columns, env } = machine;
  const paint = painter(columns !== null && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb');
  const width = columns ?? (Number(env['COLUMNS']) || null);
  const line = (answer: unknown): void => machine.out(`${inJson(JSON.stringify(answer) ?? 'null')}\n`);
  const makeTable: Show['table'] = (heads, rows) => table(heads, rows, { columns: width, paint });
  return {
    isJson,
    paint,
    one: (answer, text) => {
      if (isJson) line(answer);
      else machine.out(text());
    },
    list: (items, { heads, row, empty }) => {
      if (isJson) for (const item of items) line(item);
      else if (items.length === 0) machine.err(`${empty}\n`);
      else machine.out(makeTable(heads, items.map(row)));
    },
    table: makeTable,
    fields: (pairs) => fields(pairs, paint),
    aside: (text) => {
      if (!isJson) machine.err(`${printable(text)}\n`);
    },
  };
}
