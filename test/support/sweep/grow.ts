import type { Json } from '../product.ts';
import type { ApiDocument, Operation } from './document.ts';
import { reachable, type Call, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** What acts on a thing that is there, or only looks; and pages, which have rows of their own. */
const MAKES_NOTHING =
  /\/(acknowledge|unacknowledge|resolve|reopen|escalate|snooze|reassign|accept|decline|preview|rotate-secret|pages|incidents\/\{template\})$/;

/** Makes more of everything on a page, as many as are asked for, by the examples of what makes it. */
export async function grow(
  call: Call,
  document: ApiDocument,
  world: World,
  count: number,
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  const makers = reachable(document, world).filter(
    ({ operation: { method, path, example } }) =>
      method === 'POST' && example !== undefined && !MAKES_NOTHING.test(path),
  );
  for (const { operation, path } of makers) {
    const bodies = Array.from({ length: count }, (_, i) => varied(world.filledIn(operation.example), i + 1));
    made.set(operation.name, await succeeding(call, operation, path, bodies));
  }
  return made;
}

async function succeeding(
  call: Call,
  operation: Operation,
  path: string,
  bodies: readonly Json[],
): Promise<number> {
  let count = 0;
  for (let i = 0; i < bodies.length; i += 10) {
    const answers = await Promise.all(
      bodies.slice(i, i + 10).map((body) => call(operation.method, path, body)),
    );
    count += answers.filter(({ status }) => status === 200).length;
  }
  return count;
}

/** A body like another one, with names, addresses and windows of its own. */
export function varied(body: Json, number: number): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const entries = Object.entries<Json>(body).map(([key, value]) => [key, variedField(key, value, number)]);
  const copy: Json = Object.fromEntries(entries);
  if (typeof copy.start === 'string' && typeof copy.end === 'string') {
    const start = Date.parse(copy.start) + number * 10 * MINUTE_MS;
    copy.start = new Date(start).toISOString();
    copy.end = new Date(start + 10 * MINUTE_MS).toISOString();
  }
  return copy;
}

function variedField(key: string, value: Json, number: number): Json {
  if (typeof value !== 'string') return varied(value, number);
  if (/^(email|recipient)$/.test(key) && value.includes('@')) return value.replace('@', `+${number}@`);
  if (/^(phone)$/.test(key)) return value.replace(/\d{3}$/, String(100 + number));
  if (/^(name|label)$/.test(key)) return `${value} ${number}`;
  if (/^(url|webhook)$/.test(key)) return `${value}?n=${number}`;
  return value;
}
