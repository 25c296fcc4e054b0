import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_KEY, type Json } from './product.ts';
import { until } from './until.ts';
import { killGroup } from './kill-group.ts';

/** Between which two things of a page's way a process dies. */
export type DeathPoint = 'after the claim' | 'after the send' | 'after the record';
export type DieAt = { readonly dieAt: DeathPoint; readonly channel: string };

export type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly afterMs: number;
};

const START_TIMEOUT_MS = 60_000;

/** The product in a process of its own, in a process group of its own, seen from outside only. */
export class ProductProcess implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  readonly #ended: Promise<{ code: number | null; signal: string | null }>;
  #stdout = '';
  #stderr = '';
  #armed: unknown = null;

  /** `program`: `start` is what `npm start` runs, `mortal` the same with points to die at. */
  constructor(
    settings: Record<string, string> & { DATA_DIR: string; PORT: string },
    program: 'start' | 'mortal' = 'start',
    args: readonly string[] = [],
  ) {
    this.url = `http://127.0.0.1:${settings.PORT}`;
    this.#dataDir = settings.DATA_DIR;
    const file = program === 'start' ? 'src/start/main.ts' : 'test/support/product-process-main.ts';
    const { PATH = '', HOME = '', TZ = '' } = process.env;
    const child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', file, ...args], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH, HOME, TZ, ADMIN_API_KEY: ADMIN_KEY, ...settings },
    });
    child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    // A wish that comes too late: the process is over, which whoever waits for it sees.
    child.on('error', () => undefined);
    child.on('message', (message) => (this.#armed = message));
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.#child = child;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves when it serves. */
  async ready(): Promise<this> {
    const isReady = async () => {
      if (this.isOver) throw new Error(`the product ended: ${this.#stderr}${this.#stdout}`);
      return (await fetch(`${this.url}/readyz`).catch(() => null))?.ok ?? false;
    };
    await until('the product is ready', isReady, START_TIMEOUT_MS);
    return this;
  }

  /** From now on it dies at that point. */
  async arm(wish: DieAt): Promise<void> {
    this.#child.send(wish);
    await until('the process is armed', () => this.#armed !== null);
  }

  /** Null where no answer came: the process died meanwhile. */
  async tryApi(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json } | null> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Json };
    } catch {
      return null;
    }
  }

  async ok(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await this.tryApi(method, path, body);
    if (answer?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  async ended(): Promise<{ code: number | null; signal: string | null }> {
    return this.#ended;
  }

  /** Asks it to end and says how it did. */
  async end(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ended> {
    const askedAt = performance.now();
    process.kill(this.pid, signal);
    return { ...(await this.#ended), afterMs: performance.now() - askedAt };
  }

  /** kill -9 of its process group and of its database's, in one instant. */
  async killEverything(): Promise<void> {
    const database = this.#databaseGroup();
    if (database !== null) killGroup(database);
    if (!this.isOver) killGroup(this.pid);
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isOver) await this.killEverything();
  }

  #databaseGroup(): number | null {
    try {
      const [pid] = readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
      const line = execFileSync('ps', ['-ww', '-o', 'pgid=,args=', '-p', pid ?? ''], { encoding: 'utf8' });
      // A stale file may name a process of somebody else by now.
      return line.includes(this.#dataDir) ? Number.parseInt(line, 10) : null;
    } catch {
      return null;
    }
  }
}
