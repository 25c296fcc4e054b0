import type { Impact, IncidentStatus, ResponseState } from '../incident/types.ts';
import type { EpochMs } from '../time/instant.ts';

/** An incident as a message shows it, whatever the channel. */
export type IncidentView = {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly impact: Impact;
  readonly status: IncidentStatus;
  readonly state: ResponseState;
  readonly source: string;
  readonly startedAt: EpochMs;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: EpochMs | null;
  readonly snoozedUntil: EpochMs | null;
  readonly resolvedAt: EpochMs | null;
  readonly escalationLevel: number;
  readonly version: number;
  readonly pageName: string;
  readonly componentNames: readonly string[];
  /** Where a browser shows it. */
  readonly url: string;
};

/** What one member is told: one incident, or, in a storm, every incident of the bundle. */
export type PageView = {
  readonly incidents: readonly [IncidentView, ...IncidentView[]];
  /** Why this member, in one sentence. */
  readonly why: string;
  /** True when the same message may have arrived before. */
  readonly isRepeat: boolean;
  /** The signed address that asks the member to confirm an acknowledgement; null for bundles. */
  readonly acknowledgeUrl: string | null;
};

const IMPACT_WORDS: Record<Impact, string> = {
  OPERATIONAL: 'operational',
  UNDERMAINTENANCE: 'under maintenance',
  DEGRADEDPERFORMANCE: 'degraded performance',
  PARTIALOUTAGE: 'partial outage',
  MAJOROUTAGE: 'major outage',
};

/** The impact as a person reads it, lower case. */
export function impactWords(impact: Impact): string {
  return IMPACT_WORDS[impact];
}

/** `#12 checkout is down`, or `14 incidents: #12, #13 …` for a bundle; one line, at most `max` characters. */
export function headline(view: PageView, max = 120, ellipsis = '…'): string {
  const [first, ...rest] = view.incidents;
  const line =
    rest.length === 0
      ? `#${first.number} ${first.name}`
      : `${view.incidents.length} incidents: ${view.incidents.map((incident) => `#${incident.number}`).join(', ')}`;
  return cut(line.replaceAll(/\s+/g, ' '), max, ellipsis);
}

/** `text` in at most `max` characters (UTF-16 units), with `ellipsis` where it was cut and no half of a surrogate pair. */
export function cut(text: string, max: number, ellipsis = '…'): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, Math.max(0, max - ellipsis.length));
  const last = kept.charCodeAt(kept.length - 1);
  return `${last >= 0xd800 && last <= 0xdbff ? kept.slice(0, -1) : kept}${ellipsis}`;
}

/** One character outside the GSM-7 alphabet, such as `…`, makes every segment of an SMS less than half as long. */
const GSM_ELLIPSIS = '...';

/**
 * The text of an SMS: what, how bad, why you, and the two replies that act. Fits two joined GSM-7 segments (306
 * characters) where names are written in that alphabet, so that it arrives whole.
 */
export function smsText(view: PageView): string {
  const [first, ...rest] = view.incidents;
  const mark = view.isRepeat ? 'REPEAT ' : '';
  if (rest.length > 0) {
    return `${mark}TOCSIN ${headline(view, 200, GSM_ELLIPSIS)}. Reply A <number> to acknowledge.`;
  }
  const tail = ` Reply A ${first.number} to acknowledge, R ${first.number} to resolve.`;
  const head = `${mark}TOCSIN #${first.number} ${first.name} (${impactWords(first.impact)}). ${view.why}`;
  return `${cut(head.replaceAll(/\s+/g, ' '), 306 - tail.length, GSM_ELLIPSIS)}${tail}`;
}
