import { validateAssertion, type MonitorAssertion } from '../../core/monitor/assertion.ts';
import { parseDnsTarget, parsePingTarget, parseTcpTarget } from '../../core/monitor/target.ts';
import type { IdGenerator } from '../../platform/ids.ts';
import { invalidAll } from '../errors.ts';
import { keptIds } from '../kept-ids.ts';
import type { Monitor, MonitorType, OnFail, OnRecover } from '../ports/monitor-config.ts';
import type { Store } from '../ports/store.ts';

export type AssertionInput = MonitorAssertion & { readonly id?: string | undefined };

/** What people configure of a monitor, as it was sent. */
export type MonitorSettings = Pick<
  Monitor,
  | 'type'
  | 'name'
  | 'url'
  | 'httpMethod'
  | 'body'
  | 'headers'
  | 'queryParams'
  | 'alerts'
  | 'locations'
  | 'checksIntervalS'
  | 'failureConfirmations'
  | 'graceSeconds'
  | 'createComponent'
  | 'createMetric'
  | 'paused'
> & {
  /** A null password keeps the stored one. */
  readonly basicAuth: { readonly username: string; readonly password: string | null } | null;
  readonly assertions: readonly AssertionInput[];
  /** Flags that are absent stay as they are. */
  readonly onFail: Partial<OnFail>;
  readonly onRecover: Partial<OnRecover>;
};

const HTTP_URL = /^https?:\/\/[^\s]+$/i;

/** Why a monitor of that type cannot check that url, or null. */
export function urlProblem(type: MonitorType, url: string | null | undefined): string | null {
  if (type === 'HEARTBEAT') return null;
  if (url === null || url === undefined) return 'is required';
  return URL_PROBLEM[type](url);
}

const httpProblem = (url: string): string | null =>
  HTTP_URL.test(url) && URL.canParse(url) ? null : 'must be an http(s) URL';
const problemOf = (parsed: { readonly problem: string } | { readonly target: unknown }): string | null =>
  'problem' in parsed ? parsed.problem : null;

const URL_PROBLEM: Record<Exclude<MonitorType, 'HEARTBEAT'>, (url: string) => string | null> = {
  HTTP: httpProblem,
  HTTP_API: httpProblem,
  PING: (url) => problemOf(parsePingTarget(url)),
  TCP: (url) => problemOf(parseTcpTarget(url)),
  DNS: (url) => problemOf(parseDnsTarget(url)),
};

/** The assertions in the form in which they are stored; `validation_error` names every one that cannot be kept. */
export function buildAssertions(
  sent: readonly AssertionInput[],
  stored: Monitor['assertions'],
  ids: IdGenerator,
): Monitor['assertions'] {
  const wrong = sent.flatMap((assertion, index) => {
    const message = validateAssertion(assertion);
    if (message === null) return [];
    const field = message.startsWith('selector') ? 'selector' : 'target';
    return [{ path: `assertions[${index}].${field}`, message }];
  });
  if (wrong.length > 0) throw invalidAll(wrong);
  const idFor = keptIds(
    ids,
    stored.map((assertion) => assertion.id),
  );
  return sent.map(({ id, type, comparison, selector, value }) => ({
    id: idFor(id, 'asr'),
    type,
    comparison,
    selector,
    value,
  }));
}

/** Refuses alerts that are not on the page; answers the others without doubles. */
export async function requireAlerts(
  store: Store,
  pageId: string,
  alerts: readonly string[],
): Promise<string[]> {
  if (alerts.length === 0) return [];
  const known = new Set(await store.monitors.existingAlerts(pageId, alerts));
  const wrong = alerts.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `alerts[${index}]`, message: `no such monitor alert on this page: ${id}` }],
  );
  if (wrong.length > 0) throw invalidAll(wrong);
  return [...known].sort();
}
