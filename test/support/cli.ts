import { spawn } from 'node:child_process';
import { ADMIN_KEY } from './product.ts';

export type Said = { readonly code: number | null; readonly out: string; readonly err: string };

export type CliProcess = {
  /** Resolves with what it wrote so far as soon as that holds. */
  wrote(what: (out: string, err: string) => boolean): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Closes the pipe that it writes into, as `head` does. */
  closePipe(): void;
  readonly ended: Promise<Said>;
};

export type CliSettings = Readonly<Record<string, string>>;

/** The command line in a process of its own, with no more of an environment than it is given. */
export function startCli(args: readonly string[], settings: CliSettings, input = ''): CliProcess {
  const { PATH = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', './scripts/typescript.mjs', 'src/cli/main.ts', ...args],
    {
      env: { PATH, TZ: 'Europe/Berlin', TOCSIN_API_KEY: ADMIN_KEY, ...settings },
    },
  );
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const look = () => {
    for (const wait of waiting) wait();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    look();
  });
  // It may end without having read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Said>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  return {
    wrote: (what) =>
      new Promise((resolve, reject) => {
        const wait = () => {
          if (!what(out, err)) return;
          waiting.delete(wait);
          resolve();
        };
        waiting.add(wait);
        wait();
        void ended.then(() => reject(new Error(`it ended: ${out}${err}`)));
      }),
    kill: (signal) => void child.kill(signal),
    closePipe: () => void child.stdout.destroy(),
    ended,
  };
}

export function cli(args: readonly string[], settings: CliSettings, input?: string): Promise<Said> {
  return startCli(args, settings, input).ended;
}
