import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShutdown } from '../../../src/platform/shutdown.ts';
import { quietLog } from '../../support/quiet-log.ts';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const forEver = (): Promise<void> => new Promise(() => undefined);

test('ends what was added last first, each after the one before', async () => {
  const shutdown = createShutdown({ log: quietLog() });
  const order: string[] = [];
  shutdown.add('database', () => void order.push('database'));
  shutdown.add('workers', async () => {
    order.push('workers begin');
    await Promise.resolve();
    order.push('workers end');
  });
  expect(await shutdown.run('test')).toBe(true);
  expect(order).toEqual(['workers begin', 'workers end', 'database']);
});

test('goes on when a part fails or hangs, and says that not all ended well', async () => {
  const shutdown = createShutdown({ log: quietLog() });
  const ended = vi.fn<() => void>();
  shutdown.add('last', ended);
  shutdown.add('hangs', forEver, 1_000);
  shutdown.add('throws', () => {
    throw new Error('broken');
  });
  shutdown.add('rejects', () => Promise.reject(new Error('broken')));
  const result = shutdown.run('test');
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe(false);
  expect(ended).toHaveBeenCalledOnce();
});

test('ends once, however often it is asked', async () => {
  const shutdown = createShutdown({ log: quietLog() });
  const ended = vi.fn<() => void>();
  shutdown.add('part', ended);
  await Promise.all([shutdown.run('a'), shutdown.run('b')]);
  expect(ended).toHaveBeenCalledOnce();
});

test('exits with 0 after an orderly end on SIGTERM', async () => {
  const target = new FakeProcess();
  createShutdown({ log: quietLog() }).listen(target);
  target.emit('SIGTERM', 'SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(target.exits).toEqual([0]);
});

test('does not read a repeated signal as impatience in the first seconds, but later', async () => {
  const target = new FakeProcess();
  const shutdown = createShutdown({ log: quietLog() });
  shutdown.add('hangs', forEver, 60_000);
  shutdown.listen(target);
  target.emit('SIGINT', 'SIGINT');
  await vi.advanceTimersByTimeAsync(4_900);
  target.emit('SIGINT', 'SIGINT');
  target.emit('SIGTERM', 'SIGTERM');
  expect(target.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  target.emit('SIGINT', 'SIGINT');
  expect(target.exits).toEqual([1]);
});

test('exits within the deadline whatever hangs', async () => {
  const target = new FakeProcess();
  const shutdown = createShutdown({ log: quietLog(), deadlineMs: 10_000 });
  for (const name of ['a', 'b', 'c']) shutdown.add(name, forEver);
  shutdown.listen(target);
  target.emit('SIGTERM', 'SIGTERM');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(target.exits[0]).toBe(1);
});
