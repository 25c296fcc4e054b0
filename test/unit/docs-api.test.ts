import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHttpApp } from '../../src/http/app.ts';
import { httpServices } from '../support/http-services.ts';
import { blocksOf, differences } from '../support/shell-session.ts';

const FOLDER = new URL('../../docs/api/', import.meta.url);
const documents = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** The operations that a page has rows for, as `GET /teams/:id`. */
function operationsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm)].map(([, operation = '']) => operation);
}

/** All operations of `/openapi.json`, each with its summary. */
async function operationsOfTheApi(): Promise<Map<string, string>> {
  const app = createHttpApp({ services: httpServices({ keys: [], pageIds: [] }).services });
  const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { summary: string }>>;
  }>();
  await app.close();
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]): [string, string] => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        summary,
      ]),
    ),
  );
}

test('every operation of the API is on exactly one page of docs/api, by what it says of itself', async () => {
  const rows = documents.flatMap((name) =>
    [...textOf(name).matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (.*) \|$/gm)].map(([, operation, summary]) => [
      operation,
      summary,
    ]),
  );
  const byName = (one: readonly unknown[], other: readonly unknown[]) =>
    String(one[0]).localeCompare(String(other[0]));
  expect(rows.toSorted(byName)).toEqual([...(await operationsOfTheApi())].toSorted(byName));
});

test.each(documents.filter((name) => name !== 'README.md'))(
  'docs/api/%s has its place in the list of resources and requests of its own operations alone',
  (name) => {
    expect(textOf('README.md')).toContain(`](${name}) |`);
    expect(operationsIn(textOf(name))).not.toEqual([]);
  },
);

test.each(documents)('every curl of docs/api/%s fails where its answer is an error', (name) => {
  const shell = blocksOf(textOf(name)).filter(({ language }) => language === 'sh');
  const curls = shell.flatMap(({ code }) => code.split('\n').filter((line) => /\bcurl\b/.test(line)));
  expect(curls.filter((line) => !line.includes('--fail-with-body'))).toEqual([]);
});

test.each(documents)('what docs/api/%s shows as an answer stands behind the request that gets it', (name) => {
  const blocks = blocksOf(textOf(name));
  const orphans = blocks.filter(
    ({ language }, index) => language === 'json' && blocks[index - 1]?.language !== 'sh',
  );
  expect(orphans).toEqual([]);
});

test('an answer differs from what is shown by what it lacks and by other words, not by more fields or other numbers', () => {
  const shown = { id: 'team_…', name: 'Ops', members: [{ email: '…' }], total: 1, gone: null };
  const answer = {
    id: 'team_1',
    name: 'Ops',
    members: [{ email: 'a@x.test', id: 'm' }],
    total: 7,
    gone: null,
  };
  expect(differences(shown, answer)).toEqual([]);
  expect(
    differences(shown, { ...answer, id: 'page_1', name: 'Dev', members: [], total: '7', gone: 0 }),
  ).toEqual(['.id', '.name', '.members.0', '.total', '.gone']);
});
