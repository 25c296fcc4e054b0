import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { killGroup } from './kill-group.ts';

type Event = { ready?: string; refused?: string; committed?: number };

/** A process of its own, in a process group of its own, that owns the embedded database of a directory. */
export class DatabaseOwner implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  readonly #events: Event[] = [];
  #notify: () => void = () => undefined;

  constructor(dataDir: string, mode: 'hold' | 'write' | 'spin') {
    this.#dataDir = dataDir;
    const program = ['--import', './scripts/typescript.mjs', 'test/support/embedded-postgres-process.ts'];
    this.#child = spawn(process.execPath, [...program, dataDir, mode], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.#child.stdout === null) throw new Error('the process has an output');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#events.push(JSON.parse(line) as Event);
      this.#notify();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first event that fits, past ones too. */
  async event(fits: (event: Event) => boolean): Promise<Event> {
    for (;;) {
      const found = this.#events.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
  }

  lastCommitted(): number {
    return Math.max(0, ...this.#events.map((event) => event.committed ?? 0));
  }

  /** The head of the server's processes. */
  serverPid(): number {
    return Number(readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** kill -9 of the owner alone. */
  async killOwner(): Promise<void> {
    await this.#end(() => process.kill(this.pid, 'SIGKILL'));
  }

  /** kill -9 of the owner's process group and of the database's, in one instant. */
  async killEverything(): Promise<void> {
    const database = processGroupOf(this.serverPid());
    await this.#end(() => {
      killGroup(database);
      killGroup(this.pid);
    });
  }

  /** kill -9 of the owner's process group, whatever it has started in it so far. */
  async killGroup(): Promise<void> {
    await this.#end(() => killGroup(this.pid));
  }

  /** kill -9 of the owner and of the shell that guards the server, so that the server is on its own. */
  async orphanServer(): Promise<void> {
    const server = this.serverPid();
    const guards = groupMembers(processGroupOf(server)).filter(({ command }) =>
      command.startsWith('/bin/sh'),
    );
    for (const { pid } of guards) process.kill(pid, 'SIGKILL');
    await this.killOwner();
  }

  async #end(kill: () => void): Promise<void> {
    const over = new Promise((resolve) => this.#child.once('close', resolve));
    kill();
    await over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.killGroup();
  }
}

function processGroupOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }));
}

function groupMembers(group: number): { pid: number; command: string }[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pgid=,pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[1]) === group)
    .map((match) => ({ pid: Number(match?.[2]), command: match?.[3] ?? '' }));
}
