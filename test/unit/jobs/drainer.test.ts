import { describe, expect, test } from 'vitest';
import { createDrainer, type Drainer } from '../../../src/jobs/drainer.ts';
import { createLogger } from '../../../src/platform/logger.ts';

/** A heap of work of which a batch takes some when the test lets it end. */
function aHeap(options: { due: number; size?: number; concurrency?: number }) {
  const { size = 1, concurrency = 1 } = options;
  const heap = {
    due: options.due,
    taken: 0,
    begun: 0,
    running: 0,
    most: 0,
    failures: 0,
    pauses: [] as number[],
    errors: [] as string[],
    /** Lets the oldest batch that is held end. */
    release: (): void => held.shift()?.(),
    hold: false,
    /** Lets a pause end. */
    endPause: (): void => pause?.(),
  };
  const held: (() => void)[] = [];
  let pause: (() => void) | undefined;
  const drainer: Drainer = createDrainer({
    name: 'test',
    concurrency,
    batch: async () => {
      heap.begun += 1;
      heap.running += 1;
      heap.most = Math.max(heap.most, heap.running);
      const taken = Math.min(size, heap.due);
      heap.due -= taken;
      await Promise.resolve();
      if (heap.hold) await new Promise<void>((resolve) => held.push(resolve));
      heap.running -= 1;
      if (heap.failures > 0) {
        heap.failures -= 1;
        heap.due += taken;
        throw new Error('the database is gone');
      }
      heap.taken += taken;
      return taken;
    },
    log: createLogger({
      level: 'error',
      pretty: false,
      destination: { write: (line: string) => void heap.errors.push(line) },
    }),
    sleep: (ms, signal) => {
      heap.pauses.push(ms);
      return new Promise<void>((resolve, reject) => {
        pause = resolve;
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    },
  });
  return { heap, drainer };
}

/** Lets everything happen that needs no partner and no clock. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a poke', () => {
  test('works everything off', async () => {
    const { heap, drainer } = aHeap({ due: 10, size: 3 });
    drainer.poke();
    await drainer.idle();
    expect(heap.taken).toBe(10);
  });

  test('asks once more than there is work, and not again', async () => {
    const { heap, drainer } = aHeap({ due: 2 });
    drainer.poke();
    await drainer.idle();
    expect(heap.begun).toBe(3);
    await settle();
    expect(heap.begun).toBe(3);
  });

  test('that comes while the last batch runs is followed by another batch', async () => {
    const { heap, drainer } = aHeap({ due: 0 });
    heap.hold = true;
    drainer.poke();
    await settle();
    heap.due = 1;
    drainer.poke();
    heap.hold = false;
    heap.release();
    await drainer.idle();
    expect(heap.taken).toBe(1);
  });

  test.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
    'that comes %i ticks after the last batch ended is not slept on',
    async (ticks) => {
      const { heap, drainer } = aHeap({ due: 0 });
      heap.hold = true;
      drainer.poke();
      await settle();
      heap.hold = false;
      heap.release();
      for (let i = 0; i < ticks; i += 1) await Promise.resolve();
      heap.due = 1;
      drainer.poke();
      await settle();
      expect(heap.taken).toBe(1);
    },
  );

  test('from within a batch starts no more batches than are allowed', async () => {
    let begun = 0;
    const drainer: Drainer = createDrainer({
      name: 'test',
      concurrency: 2,
      batch: () => {
        begun += 1;
        if (begun < 50) drainer.poke();
        return Promise.resolve(0);
      },
      log: createLogger({ level: 'silent', pretty: false, destination: { write: () => undefined } }),
    });
    drainer.poke();
    expect(begun).toBe(2);
    await drainer.idle();
    expect(begun).toBeGreaterThanOrEqual(50);
  });
});

describe('batches side by side', () => {
  test('are at most as many as allowed, and as many as allowed where there is work', async () => {
    const { heap, drainer } = aHeap({ due: 100, concurrency: 4 });
    drainer.poke();
    await drainer.idle();
    expect(heap.taken).toBe(100);
    expect(heap.most).toBe(4);
  });

  test('that are slow hold nothing up while another is allowed', async () => {
    const { heap, drainer } = aHeap({ due: 1, concurrency: 2 });
    heap.hold = true;
    drainer.poke();
    await settle();
    heap.hold = false;
    heap.due = 5;
    drainer.poke();
    await settle();
    expect(heap.taken).toBe(5);
    expect(heap.running).toBe(1);
    heap.release();
    await drainer.idle();
    expect(heap.taken).toBe(6);
  });
});

describe('a batch that fails', () => {
  test('is told of and tried again after a second, and the rest is worked off too', async () => {
    const { heap, drainer } = aHeap({ due: 3 });
    heap.failures = 1;
    drainer.poke();
    await settle();
    expect(heap.pauses).toEqual([1_000]);
    expect(heap.errors).toHaveLength(1);
    heap.endPause();
    await drainer.idle();
    expect(heap.taken).toBe(3);
  });

  test('twice waits for the next poke', async () => {
    const { heap, drainer } = aHeap({ due: 3 });
    heap.failures = 2;
    drainer.poke();
    await settle();
    heap.endPause();
    await drainer.idle();
    expect(heap).toMatchObject({ begun: 2, taken: 0, pauses: [1_000] });
    drainer.poke();
    await drainer.idle();
    expect(heap.taken).toBe(3);
  });

  test('lets pokes wait for the pause, however many come', async () => {
    const { heap, drainer } = aHeap({ due: 1 });
    heap.failures = 100;
    for (let i = 0; i < 20; i += 1) {
      drainer.poke();
      await settle();
    }
    expect(heap.begun).toBe(1);
    heap.endPause();
    await settle();
    expect(heap.begun).toBe(2);
    await drainer.stop();
  });
});

describe('to stop', () => {
  test('waits for the running batch and starts no other', async () => {
    const { heap, drainer } = aHeap({ due: 5 });
    heap.hold = true;
    drainer.poke();
    let hasStopped = false;
    const stopped = drainer.stop().then(() => {
      hasStopped = true;
    });
    await settle();
    expect(hasStopped).toBe(false);
    heap.release();
    await stopped;
    drainer.poke();
    await settle();
    expect(heap).toMatchObject({ begun: 1, taken: 1 });
  });

  test('does not wait for a pause to end', async () => {
    const { heap, drainer } = aHeap({ due: 1 });
    heap.failures = 1;
    drainer.poke();
    await settle();
    await drainer.stop();
    expect(heap.begun).toBe(1);
  });

  test('what never started is at once', async () => {
    const { heap, drainer } = aHeap({ due: 1 });
    await drainer.stop();
    await drainer.idle();
    expect(heap.begun).toBe(0);
  });
});
