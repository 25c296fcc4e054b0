import { cut } from '../notification/message.ts';
import { formatInstant } from '../time/format.ts';
import type { EpochMs } from '../time/instant.ts';
import { timeZone } from '../time/zone.ts';
import type { SslDetails } from './probe-result.ts';
import type { MonitorStatus } from './status.ts';

/** What an alert tells of, as webhooks name it. */
export type AlertEvent = 'monitor.down' | 'monitor.degraded' | 'monitor.recovered' | 'monitor.ssl_expiring';

/** One message of an alert, as it was when it was promised; serialisable. */
export type AlertView = {
  readonly type: AlertEvent;
  /** When it happened. */
  readonly at: EpochMs;
  /** One line. */
  readonly title: string;
  /** A few plain sentences, one a line. */
  readonly text: string;
  readonly pageId: string;
  readonly monitor: AlertedMonitor;
  /** Null where it is no change of status. */
  readonly change: { readonly from: MonitorStatus; readonly to: MonitorStatus } | null;
  /** What the check found wrong. */
  readonly reason: string | null;
  /** Where the check was made from, and its log. */
  readonly location: string | null;
  readonly logId: string | null;
  readonly certificate: SslDetails | null;
};

/** A user and password in the url are left out. */
export type AlertedMonitor = { readonly id: string; readonly name: string; readonly url: string | null };

/** The check that a message tells of. */
export type AlertCause = {
  readonly id: string;
  readonly location: string;
  readonly error: string | null;
} | null;

type Told = {
  readonly pageId: string;
  readonly monitor: AlertedMonitor;
  readonly cause: AlertCause;
  readonly at: EpochMs;
};

const MAX_REASON_CHARS = 1_000;
const WORDS = {
  DOWN: ['monitor.down', 'is down'],
  DEGRADED: ['monitor.degraded', 'is degraded'],
  UP: ['monitor.recovered', 'is up again'],
} as const;

/** What a change of status is told as. */
export function changeView(
  told: Told & { readonly from: MonitorStatus; readonly to: keyof typeof WORDS },
): AlertView {
  const { from, to } = told;
  const [type, words] = WORDS[to];
  const reason = to === 'UP' ? null : reasonOf(told.cause);
  return {
    ...common(told),
    type,
    title: `${told.monitor.name} ${words}`,
    text: linesOf([reason === null ? null : sentence(reason), checkedLine(told), `Since ${utc(told.at)}.`]),
    change: { from, to },
    reason,
    certificate: null,
  };
}

/** What a certificate that ends soon, or has ended, is told as. */
export function certificateView(told: Told & { readonly certificate: SslDetails }): AlertView {
  const { certificate, monitor } = told;
  const { validTo, daysUntilExpiration: days, issuer, subject } = certificate;
  return {
    ...common(told),
    type: 'monitor.ssl_expiring',
    title: `The certificate of ${monitor.name} ${daysWords(days)}`,
    text: linesOf([
      `It is valid until ${utc(validTo)}.`,
      `Subject: ${cut(subject, 300)}`,
      `Issuer: ${cut(issuer, 300)}`,
      checkedLine(told),
    ]),
    change: null,
    reason: null,
    certificate,
  };
}

/** What colour stands for what is told, as `#rrggbb`: red, amber or green. */
export function alertColor(type: AlertEvent): string {
  return COLORS[type];
}

const COLORS: Record<AlertEvent, string> = {
  'monitor.down': '#d92d20',
  'monitor.degraded': '#d97706',
  'monitor.recovered': '#16a34a',
  'monitor.ssl_expiring': '#d97706',
};

function common({ pageId, monitor, cause, at }: Told) {
  const { id, name } = monitor;
  return {
    at,
    pageId,
    monitor: { id, name, url: shownUrl(monitor.url) },
    // A heartbeat has no url, and nobody looked from anywhere.
    location: monitor.url === null ? null : (cause?.location ?? null),
    logId: cause?.id ?? null,
  };
}

function reasonOf(cause: AlertCause): string | null {
  return cause?.error == null ? null : cut(cause.error, MAX_REASON_CHARS);
}

function checkedLine({ monitor, cause }: Told): string | null {
  const url = shownUrl(monitor.url);
  if (url === null) return null;
  return cause === null ? `Checked: ${url}` : `Checked from ${cause.location}: ${url}`;
}

function shownUrl(url: string | null): string | null {
  return url === null ? null : url.replace(/^([a-z+]+:\/\/)[^/?#]*@/i, '$1');
}

function daysWords(days: number): string {
  if (days < 0) return 'has expired';
  if (days === 0) return 'expires within a day';
  return days === 1 ? 'expires in 1 day' : `expires in ${days} days`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function linesOf(lines: readonly (string | null)[]): string {
  return lines.filter((line) => line !== null).join('\n');
}

const utc = (at: EpochMs): string => formatInstant(timeZone('UTC'), at);
