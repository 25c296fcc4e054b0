import { IMPACTS, type Impact } from '../incident/types.ts';

const EXTENTS = ['ALL', 'SOME', 'ONE'] as const;
type Trouble = Exclude<Impact, 'OPERATIONAL'>;
export type PageStatus = 'UP' | `${(typeof EXTENTS)[number]}${Trouble}`;

/**
 * A page in one word: UP, or its worst component status and how many components have it: ALL of them (also when there is
 * only one), ONE of several, or SOME.
 */
export function pageStatus(components: readonly Impact[]): PageStatus {
  const worst = components.reduce<Impact>(worseOf, 'OPERATIONAL');
  if (worst === 'OPERATIONAL') return 'UP';
  const affected = components.filter((status) => status === worst).length;
  if (affected === components.length) return `ALL${worst}`;
  return affected === 1 ? `ONE${worst}` : `SOME${worst}`;
}

function worseOf(a: Impact, b: Impact): Impact {
  return IMPACTS.indexOf(b) > IMPACTS.indexOf(a) ? b : a;
}
