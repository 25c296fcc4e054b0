import type { Impact } from '../incident/types.ts';
import { parseImpact } from '../routing/impact.ts';

/** What tools call how bad it is. Plain numbers are missing on purpose: 1 is the worst to some and the best to others. */
const WORDS: Readonly<Partial<Record<Impact, string>>> = {
  MAJOROUTAGE: 'critical crit fatal emergency emerg disaster blocker outage down p0 p1 sev0 sev1 s1',
  PARTIALOUTAGE: 'error err high major severe urgent p2 sev2 s2',
  DEGRADEDPERFORMANCE:
    'warning warn medium moderate average minor low degraded performance p3 p4 sev3 sev4 s3 s4',
  OPERATIONAL: 'info information informational notice debug none p5 sev5 s5',
};

const IMPACT_OF: ReadonlyMap<string, Impact> = new Map(
  (Object.entries(WORDS) as [Impact, string][]).flatMap(([impact, words]) =>
    words.split(' ').map((word) => [word, impact] as const),
  ),
);

/** How bad an incident of that severity is. The worst where none is said or nobody knows it: a doubt never lowers the alarm. */
export function impactOfSeverity(severity: string): Impact {
  const word = severity.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return IMPACT_OF.get(word) ?? parseImpact(word) ?? 'MAJOROUTAGE';
}
