import pg from 'pg';
import type { AlertStory } from './alerts.ts';
import type { Json } from './product.ts';

/** What tests of subscribers do to the page of a story. */
export function subscribersOf(story: AlertStory) {
  const { product, pageId } = story;
  const path = `/v1/${pageId}/subscribers`;
  return {
    add: (body: Json): Promise<Json> => product.ok('POST', path, body),
    remove: (id: string): Promise<Json> => product.ok('DELETE', `${path}/${id}`),
    list: (): Promise<Json[]> => product.ok('GET', path),
    component: async (name: string, more: Json = {}): Promise<string> =>
      (await product.ok('POST', `/v1/${pageId}/components`, { name, ...more })).id as string,
  };
}

/** The head of a mail, unfolded, and its parts, decoded. */
export function textOf(raw: string): { head: string; body: string } {
  const lines = raw.replaceAll('\r\n', '\n');
  const at = lines.indexOf('\n\n');
  const body = lines
    .slice(at)
    .replaceAll('=\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (coded) =>
      Buffer.from(coded.replaceAll('=', ''), 'hex').toString('utf8'),
    );
  return { head: lines.slice(0, at).replaceAll(/\n[ \t]+/g, ' '), body };
}

/** The address of a door of that kind in a text. */
export function tokenIn(text: string, door: 'confirm' | 'unsubscribe'): string {
  const found = new RegExp(`https?://\\S+/public/${door}/[\\w-]{27}`).exec(text);
  if (found === null) throw new Error(`no link to ${door} in: ${text}`);
  return found[0];
}

export async function rowsOf(story: AlertStory, sql: string): Promise<Json[]> {
  const client = new pg.Client({ connectionString: story.product.databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Json[];
  } finally {
    await client.end();
  }
}
