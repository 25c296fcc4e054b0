import { jsonPathProblem } from '../json-path.ts';

/**
 * What makes a JSONPath take for ever on a body that is made for it: whole searches within searches, several branches at
 * every step, and patterns of its own.
 */
const TOO_SLOW: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\.\..*\.\./s, 'may hold .. only once'],
  [/.\$/s, 'may hold $ only at its beginning'],
  [/,/, 'may not hold a comma'],
  [/\b(match|search)\s*\(/, 'may not use match or search'],
];

/** What is wrong with a JSONPath of a mapping, as a sentence, or null: any RFC 9535 path that is quick on any body. */
export function mappingPathProblem(path: string): string | null {
  const problem = jsonPathProblem(path);
  if (problem !== null) return `is no JSONPath: ${problem}`;
  return TOO_SLOW.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
