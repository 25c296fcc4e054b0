// Sends requests over some kept connections as fast as they are answered, in a process of its own.
import { Pool } from 'undici';

export type Load = {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** Taken in turn, as are the bodies. */
  readonly paths: readonly string[];
  readonly bodies?: readonly string[];
  readonly headers: Record<string, string>;
  readonly connections: number;
  /** Ends after so many requests, or after so long. */
  readonly requests?: number;
  readonly durationMs?: number;
};

export type Loaded = {
  readonly requests: number;
  readonly failed: number;
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
};

async function run(load: Load): Promise<Loaded> {
  const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
  const latenciesMs: number[] = [];
  let next = 0;
  let failed = 0;
  const start = performance.now();
  const mayGoOn = (): boolean =>
    next < (load.requests ?? Infinity) && performance.now() - start < (load.durationMs ?? Infinity);
  const work = async (): Promise<void> => {
    while (mayGoOn()) {
      const i = next;
      next += 1;
      const sent = performance.now();
      const { statusCode, body } = await pool.request({
        method: load.method,
        path: load.paths[i % load.paths.length] ?? '/',
        headers: load.headers,
        ...(load.bodies === undefined ? {} : { body: load.bodies[i % load.bodies.length] ?? '' }),
      });
      await body.dump();
      latenciesMs.push(performance.now() - sent);
      if (statusCode !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, work));
  const seconds = (performance.now() - start) / 1_000;
  await pool.close();
  return { requests: latenciesMs.length, failed, seconds, latenciesMs };
}

process.on('message', (load) => {
  void run(load as Load).then((loaded) => process.send?.(loaded));
});

// The benchmark is gone, however it ended.
process.on('disconnect', () => process.exit());
