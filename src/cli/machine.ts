import { text } from 'node:stream/consumers';

/** What the command line asks of the machine that it runs on; the one place that does. */
export type Machine = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Epoch ms. */
  now(): number;
  /** Null: what is written goes somewhere else than to a terminal. */
  readonly columns: number | null;
  out(text: string): void;
  err(text: string): void;
  /** The whole of standard input. */
  input(): Promise<string>;
  /** From now on Ctrl-C aborts this and does not end the process; a second one does. */
  untilInterrupted(): AbortSignal;
};

export function thisMachine(): Machine {
  const { argv, env, stdout, stderr } = process;
  // Whoever reads has closed the pipe, as `head` does: there is nobody left to write for.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 3));
  stderr.on('error', () => undefined);
  return {
    args: argv.slice(2),
    env,
    now: () => Date.now(),
    columns: stdout.isTTY ? stdout.columns : null,
    out: (written) => void stdout.write(written),
    err: (written) => void stderr.write(written),
    input: () => text(process.stdin),
    untilInterrupted: () => {
      const interrupted = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
      return interrupted.signal;
    },
  };
}
