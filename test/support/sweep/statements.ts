import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';

const counted = new AsyncLocalStorage<string[]>();

/** The statements that an action causes, and nothing that happens beside it. */
export async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method
  const run = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    counted.getStore()?.push(typeof asked === 'string' ? asked : asked.text);
    return run.apply(this, given);
  } as never);
  try {
    await counted.run(statements, action);
  } finally {
    spy.mockRestore();
  }
  return statements;
}
