import type { Command } from '../command.ts';
import { inJson, printable } from '../text/printable.ts';
import { UsageError } from '../usage-error.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

export const API_COMMANDS: readonly Command[] = [
  {
    name: 'api',
    usage: '<method> <path> [<json> or - for standard input]',
    summary: 'Any other request; `api GET /v2/pages`',
    words: [2, 3],
    run: async ({ client, show, input }, [word = '', path = '', body]) => {
      const method = word.toUpperCase();
      if (!METHODS.includes(method)) throw new UsageError(`the method must be one of ${METHODS.join(', ')}`);
      if (!path.startsWith('/')) throw new UsageError('the path must begin with /, such as /v2/pages');
      if (body !== undefined && method === 'GET') throw new UsageError('GET takes no body');
      const sent = body === undefined ? undefined : await jsonOf(body, input);
      const answer = await client.request(method, path, sent);
      show.one(answer ?? null, () => textOf(answer));
    },
  },
];

async function jsonOf(word: string, input: () => Promise<string>): Promise<unknown> {
  try {
    return JSON.parse(word === '-' ? await input() : word);
  } catch {
    throw new UsageError(word === '-' ? 'standard input is not JSON' : 'the body is not JSON');
  }
}

function textOf(answer: unknown): string {
  if (answer === undefined) return '';
  if (typeof answer === 'string') return printable(answer);
  if (answer instanceof Blob) throw new UsageError('the answer is no text: fetch it with curl');
  return `${inJson(JSON.stringify(answer, null, 2))}\n`;
}
