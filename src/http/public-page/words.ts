import type { TemplateStatus } from '../../core/incident/template.ts';
import { IMPACTS, type Impact } from '../../core/incident/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { isoOf } from '../schemas/common.ts';

/** How readers see a component, and the class that colours it. */
export const IMPACT_WORDS: Readonly<Record<Impact, { readonly words: string; readonly tone: Tone }>> = {
  OPERATIONAL: { words: 'Operational', tone: 'ok' },
  UNDERMAINTENANCE: { words: 'Under maintenance', tone: 'work' },
  DEGRADEDPERFORMANCE: { words: 'Degraded performance', tone: 'slow' },
  PARTIALOUTAGE: { words: 'Partial outage', tone: 'part' },
  MAJOROUTAGE: { words: 'Major outage', tone: 'down' },
};
export type Tone = 'ok' | 'work' | 'slow' | 'part' | 'down';

/** The worst of several; OPERATIONAL where there is none. */
export function worstOf(impacts: readonly Impact[]): Impact {
  return IMPACTS.findLast((impact) => impacts.includes(impact)) ?? 'OPERATIONAL';
}

export const STATUS_WORDS: Readonly<Record<TemplateStatus, string>> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
  NOTSTARTEDYET: 'Planned',
  INPROGRESS: 'In progress',
  COMPLETED: 'Completed',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `21 Nov 2026, 22:45 UTC`, the same wherever the process runs. */
export function instantHtml(at: EpochMs): string {
  const iso = isoOf(at);
  return `<time datetime="${iso}">${dayWords(iso)}, ${iso.slice(11, 16)} UTC</time>`;
}

/** `21 Nov 2026` of an ISO date. */
export function dayWords(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
