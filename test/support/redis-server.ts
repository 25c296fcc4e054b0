import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** Whether this machine has Redis; its package is called redis-server. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A real Redis of a test's own, which can be stopped and started again on its port. Keeps nothing on disk. */
export class RedisServer implements AsyncDisposable {
  readonly url: string;
  readonly #port: string;
  readonly #dir = mkdtempSync(join(tmpdir(), 'tocsin-redis-'));
  #child: ChildProcess | null = null;

  private constructor(port: string) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const options = ['--port', this.#port, '--bind', '127.0.0.1', '--save', '', '--dir', this.#dir];
    this.#child = spawn('redis-server', options, { stdio: 'ignore' });
    await until('Redis answers', () => this.command('ping').catch(() => false));
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await over;
  }

  /** Answers what Redis said, as text. */
  async command(name: string, ...args: string[]): Promise<string> {
    const client = new Redis(this.url, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return String(await client.call(name, ...args));
    } finally {
      client.disconnect();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
