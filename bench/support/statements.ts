import pg from 'pg';

/** Statements that this process has sent to the database, by their text with the pool's name in front. */
export type Statements = {
  reset(): void;
  total(): number;
  /** The most frequent first. */
  list(): { text: string; times: number }[];
};

type Query = (this: { connectionParameters?: { application_name?: string } }, ...args: unknown[]) => unknown;

/** Counts from now on. Whatever library asks, it asks through node-postgres. */
export function countStatements(): Statements {
  const counts = new Map<string, number>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function counted(...args) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '?');
    const name = `${this.connectionParameters?.application_name ?? ''}: ${text.replaceAll(/\s+/g, ' ').trim()}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return query.apply(this, args);
  };
  return {
    reset: () => counts.clear(),
    total: () => [...counts.values()].reduce((sum, times) => sum + times, 0),
    list: () => [...counts].map(([text, times]) => ({ text, times })).toSorted((a, b) => b.times - a.times),
  };
}
