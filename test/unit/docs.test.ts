import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What is made or downloaded: there or not. */
const NOT_IN_THE_REPOSITORY = ['.git/', ...read('.gitignore').split('\n')].filter((line) =>
  line.endsWith('/'),
);
/** Capitals that are variables of other programs. */
const FOREIGN_VARIABLES = [
  'TOCSIN',
  'KEY',
  'PAGE',
  'PAGE_ID',
  'TOCSIN_URL',
  'TOCSIN_API_KEY',
  'TOCSIN_BY',
  'SCHEDULE',
  'PGPASSWORD',
  'NODE_OPTIONS',
  'PRISMA_SCHEMA_ENGINE_BINARY',
  'CI',
  'TZ',
];
const FILE = /^[\w.*-]+(\/[\w.*-]+)*\.(ts|mjs|cjs|js|json|md|yml|sql|prisma|png|svg)$/;

const adrs = filesIn('docs/adr').filter((file) => file.endsWith('.md'));
const documents = [
  'README.md',
  'CHANGELOG.md',
  'docs/architecture.md',
  'docs/client.md',
  'docs/command-line.md',
  'docs/on-call.md',
  'docs/runbook.md',
  ...adrs,
  ...filesIn('docs/api'),
];
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NOT_IN_THE_REPOSITORY.includes(`${entry.name}/`))
  .map((entry) => entry.name);

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('cites no path that is not there', () => {
    expect(citedPaths(text).filter((path) => !isThere(path))).toEqual([]);
  });

  test('links to nothing that is not there', () => {
    const links = linksIn(text).map((link) => normalize(join(dirname(document), link)));
    expect(links.filter((path) => !isThere(path))).toEqual([]);
  });

  test('names no setting that does not exist', () => {
    expect(settingsNamed(text).filter((name) => !(name in SETTINGS))).toEqual([]);
  });
});

test('the layer table says what .dependency-cruiser.cjs allows', () => {
  expect(Object.fromEntries(layerTable(read('docs/architecture.md')))).toEqual(
    Object.fromEntries(layerRules()),
  );
});

test.each(adrs)('%s says why, what, at what price, and how it is confirmed', (adr) => {
  const text = read(adr);
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Confirmation']);
  expect(text).toMatch(/^- Bad, because /m);
});

describe('these checks', () => {
  test('see a path that is not there', () => {
    const text =
      'In `src/core/nowhere.ts`, [there](adr/0000-nothing.md), `bench.ts` and\n```\ntest/*/none.test.ts\n```';
    expect(citedPaths(text).filter((path) => !isThere(path))).toEqual([
      'src/core/nowhere.ts',
      'test/*/none.test.ts',
      'bench.ts',
    ]);
    expect(linksIn(text)).toEqual(['adr/0000-nothing.md']);
  });

  test('see a setting that does not exist, and leave shell variables and words of the code alone', () => {
    const text =
      'Set `SLACK_TOKEN` or `PORT=1`: `TRIGGERED`.\n```\nDIR=.data; COLOUR=1 npm start $DIR $NOBODY\n```';
    expect(settingsNamed(text)).toEqual(['SLACK_TOKEN', 'PORT', 'COLOUR', 'NOBODY']);
  });
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/** Paths from the repository's root: what begins with one of its folders, anywhere, and what looks like a file in backticks. */
function citedPaths(text: string): string[] {
  const names = folders.map((folder) => folder.replaceAll('.', '\\.')).join('|');
  const inFolders = text.matchAll(new RegExp(`(?<![\\w./$@:-])(?:${names})/[\\w./*-]*`, 'g'));
  const inBackticks = inlineCode(text).filter((code) => FILE.test(code));
  const paths = [...[...inFolders].map(([path]) => path.replace(/[.,]+$/, '')), ...inBackticks];
  return [...new Set(paths)].filter((path) => !NOT_IN_THE_REPOSITORY.some((name) => path.startsWith(name)));
}

function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return targets
    .filter((target) => !/^(https?:|#|mailto:)/.test(target))
    .map((target) => target.split('#')[0] ?? '');
}

/** Whether a path, in which `*` stands for any part of a name, fits something in the repository. */
function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(root, path));
  let found = [''];
  for (const part of path.split('/').filter((name) => name !== '')) {
    const fits = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    found = found.flatMap((folder) =>
      existsSync(join(root, folder))
        ? entriesOf(folder)
            .filter((name) => fits.test(name))
            .map((name) => join(folder, name))
        : [],
    );
  }
  return found.length > 0;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(join(root, folder));
  } catch {
    return [];
  }
}

function inlineCode(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');
}

function fencedCode(text: string): string {
  return [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, code]) => code ?? '').join('\n');
}

/**
 * Words in capitals that a document means as settings: in backticks whatever the sources do not quote as a word of
 * theirs, and what code assigns or reads, but for variables that the same document assigns and reads.
 */
function settingsNamed(text: string): string[] {
  const alone = inlineCode(text).filter(
    (code) => /^[A-Z][A-Z0-9_]{2,}$/.test(code) && !quotedWords().has(code),
  );
  const code = [...inlineCode(text), fencedCode(text)].join('\n');
  const assigned = matches(code, /(?<![\w$-])([A-Z][A-Z0-9_]*)=/g);
  const readOut = matches(code, /\$\{?([A-Z][A-Z0-9_]*)/g);
  const own = new Set(assigned.filter((name) => readOut.includes(name)));
  const named = [...alone, ...assigned, ...readOut.filter((name) => !own.has(name))];
  return [...new Set(named)].filter((name) => !own.has(name) && !FOREIGN_VARIABLES.includes(name));
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? '');
}

let words: Set<string> | null = null;

/** What stands in capitals and quotes in the sources: states, kinds, channels. */
function quotedWords(): Set<string> {
  if (words !== null) return words;
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .map((path) => read(join('src', path)));
  words = new Set(sources.flatMap((source) => matches(source, /'([A-Z][A-Z0-9_]{2,})'/g)));
  return words;
}

/** The rows of the table of layers: which folder may import which paths. */
function layerTable(text: string): [string, string[]][] {
  const section = text.slice(text.indexOf('## Layers'), text.indexOf('## Where things are'));
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `src/'))
    .map((line) => {
      const [, layer = '', allowed = ''] = line.split('|');
      return [inlineCode(layer)[0] ?? '', inlineCode(allowed).toSorted()];
    });
}

type Rule = { name: string; from: { path?: string }; to: { pathNot?: string[] } };

/** The same, by the rules that the check of boundaries runs. */
function layerRules(): [string, string[]][] {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: Rule[];
  };
  return forbidden
    .filter((rule) => rule.name.startsWith('layer-'))
    .map(({ from, to }) => [
      asPaths(from.path ?? '')[0] ?? '',
      (to.pathNot ?? []).flatMap(asPaths).toSorted(),
    ]);
}

/** The paths that a pattern such as `^src/services/(ports/.*|errors)\.ts$` stands for; a folder ends in a slash. */
function asPaths(pattern: string): string[] {
  const [, before = '', group, after = ''] = /^([^(]*)\(([^()]*)\)(.*)$/.exec(pattern) ?? ['', pattern];
  const whole = group === undefined ? [before] : group.split('|').map((part) => `${before}${part}${after}`);
  return whole.map((path) =>
    path
      .replace(/^\^/, '')
      .replace(/\$$/, '')
      .replaceAll('\\.', '.')
      .replace(/\/\.\*\.ts$/, '/'),
  );
}
