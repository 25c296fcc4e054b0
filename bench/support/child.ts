import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A helper in a process of its own, so that its work is not done on the product's thread. One question at a time. */
export type Child = {
  ask(question: unknown): Promise<unknown>;
  close(): Promise<void>;
};

export function startChild(file: string): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child: ChildProcess = fork(path, {
    execArgv: ['--import', './scripts/typescript.mjs'],
    serialization: 'advanced',
  });
  return {
    async ask(question) {
      child.send(question as object);
      const [answer] = await once(child, 'message');
      return answer as unknown;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
