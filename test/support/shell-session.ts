import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fenced block of a document, in the order in which it stands there. */
export type Block = { readonly language: string; readonly code: string };

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** What came of a session: its exit code, what it complained about, and what each block printed. */
export type SessionResult = {
  readonly exitCode: number | null;
  readonly complaints: string;
  readonly printed: readonly string[];
};

/**
 * Runs blocks of shell code as somebody who pastes them one after the other into one bash, in an empty folder of their
 * own; the first command that fails ends the session.
 */
export async function runSession(
  blocks: readonly string[],
  environment: Record<string, string>,
): Promise<SessionResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-session-'));
  try {
    const script = blocks.map((code, index) => `{\n${code}\n} > ${index}.out`).join('\n');
    const bash = spawn('bash', ['-c', `set -euo pipefail\n${script}`], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    bash.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      bash.once('error', reject);
      bash.once('close', resolve);
    });
    return { exitCode, complaints, printed: blocks.map((_, index) => printedBy(folder, index)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printedBy(folder: string, index: number): string {
  try {
    return readFileSync(join(folder, `${index}.out`), 'utf8').trim();
  } catch {
    // The session ended before it came to this block.
    return '';
  }
}

/**
 * Where an answer is not as a document shows it: what is shown has to be there, with the same words, `…` standing for
 * any; numbers may be others.
 */
export function differences(shown: unknown, actual: unknown, path = ''): string[] {
  if (typeof shown !== typeof actual || Array.isArray(shown) !== Array.isArray(actual)) return [path];
  if (typeof shown === 'object' && shown !== null) {
    if (actual === null) return [path];
    const found: Record<string, unknown> = { ...actual };
    return Object.entries(shown).flatMap(([name, value]) =>
      differences(value, found[name], `${path}.${name}`),
    );
  }
  if (typeof shown === 'number') return [];
  if (typeof shown === 'string' && shown.endsWith('…')) {
    return String(actual).startsWith(shown.slice(0, -1)) ? [] : [path];
  }
  return shown === actual ? [] : [path];
}
