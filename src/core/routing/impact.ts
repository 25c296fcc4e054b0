import { IMPACTS, type Impact } from '../incident/types.ts';

const WORST: Impact = 'MAJOROUTAGE';

/** The impact with this name, whatever its case; null when there is none. */
export function parseImpact(name: string): Impact | null {
  const wanted = name.trim().toUpperCase();
  return IMPACTS.find((impact) => impact === wanted) ?? null;
}

/** The worst of the statuses. MAJOROUTAGE where there are none and for a status nobody knows: a doubt never lowers the alarm. */
export function worstImpact(statuses: readonly string[]): Impact {
  const ranks = statuses.map((status) => IMPACTS.indexOf(parseImpact(status) ?? WORST));
  return IMPACTS[Math.max(...ranks)] ?? WORST;
}
