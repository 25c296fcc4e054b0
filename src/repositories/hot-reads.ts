import type pg from 'pg';
import type { ApiKey } from '../services/ports/api-keys.ts';
import type { Monitor } from '../services/ports/monitor-config.ts';
import { toKey } from './api-keys.ts';
import type { Ask } from './client.ts';
import type { ApiKeyModel } from './generated/models.ts';
import { toMonitor, type MonitorRow } from './monitors.ts';

/** Characters of monitors that are kept as they were read: some thousand usual ones, or four of the largest. */
const KEPT = 4_000_000;

/** What nearly every request reads, of at most `most` keys at once, by statements that are prepared. */
export function hotReads(ask: Ask, most: number) {
  const monitorOf = kept(KEPT, readMonitor);
  const keysByHash = asking<ApiKeyModel>(ask, most, KEYS_BY_HASH);
  const monitorsById = asking<{ whole: string }>(ask, most, MONITORS);
  return {
    async keysByHash(hashes: readonly string[]): Promise<ApiKey[]> {
      return (await keysByHash(hashes)).map(toKey);
    },

    /** In any order. A monitor that is as it was when it was read before is the very same object. */
    async monitors(ids: readonly string[]): Promise<Monitor[]> {
      return (await monitorsById(ids)).map(({ whole }) => monitorOf(whole));
    },
  };
}

type Statement = { readonly name: string; readonly text: (wanted: string) => string };

/**
 * Asks a statement of any number of keys up to `most`. As a list of some fixed lengths, filled up with the last one: the
 * plan of a list is kept by the server, that of an array is made anew each time, which takes longer than all the rest.
 */
function asking<Row extends pg.QueryResultRow>(
  ask: Ask,
  most: number,
  { name, text }: Statement,
): (keys: readonly string[]) => Promise<Row[]> {
  const prepared = [1, 8, 32, most].map((length) => ({
    length,
    name: `${name}_${length}`,
    text: text(Array.from({ length }, (_, i) => `$${i + 1}`).join(', ')),
  }));
  return async (keys) => {
    const fitting = prepared.find(({ length }) => length >= keys.length);
    const last = keys.at(-1);
    if (last === undefined) return [];
    if (fitting === undefined) throw new RangeError(`more than ${most} keys at once`);
    return ask<Row>(fitting, [...keys, ...Array<string>(fitting.length - keys.length).fill(last)]);
  };
}

const KEYS_BY_HASH = {
  name: 'keys_by_hash',
  text: (wanted: string) => `
    select id, name, scope, page_id as "pageId", prefix, hash, created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from api_key where hash in (${wanted})`,
};

/** As one text a monitor: read again, it tells at a glance whether anything has changed. */
const MONITORS = {
  name: 'monitors',
  text: (wanted: string) => `
    select json_build_object('id', id, 'pageId', page_id, 'type', type, 'name', name, 'url', url,
      'httpMethod', http_method, 'body', body, 'headers', headers, 'queryParams', query_params,
      'basicAuth', basic_auth, 'locations', locations, 'checksIntervalS', checks_interval_s,
      'failureConfirmations', failure_confirmations, 'graceSeconds', grace_seconds,
      'heartbeatToken', heartbeat_token, 'createComponent', create_component, 'componentId', component_id,
      'createMetric', create_metric, 'onFail', on_fail, 'onRecover', on_recover, 'groupId', group_id,
      'paused', paused, 'status', status, 'statusChangedAt', status_changed_at, 'lastCheckedAt', last_checked_at,
      'createdAt', created_at, 'updatedAt', updated_at,
      'assertions', coalesce((
        select json_agg(json_build_object('id', a.id, 'type', a.type, 'comparison', a.comparison,
          'selector', a.selector, 'target', a.target) order by a.position)
        from monitor_assertion a where a.monitor_id = monitor.id), '[]'),
      'alerts', coalesce((
        select json_agg(json_build_object('alertId', l.alert_id) order by l.alert_id)
        from monitor_alert_link l where l.monitor_id = monitor.id), '[]')
    )::text as whole
    from monitor where id in (${wanted})`,
};

type Written<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

function readMonitor(whole: string): Monitor {
  const written = JSON.parse(whole) as Written<MonitorRow>;
  return toMonitor({
    ...written,
    statusChangedAt: dateOrNull(written.statusChangedAt),
    lastCheckedAt: dateOrNull(written.lastCheckedAt),
    createdAt: new Date(written.createdAt),
    updatedAt: new Date(written.updatedAt),
  });
}

function dateOrNull(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** What `read` makes of a text, once for as long as the text is among the last that were asked for, `most` characters of them. */
function kept<T>(most: number, read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let characters = 0;
  const forget = (text: string): void => {
    if (known.delete(text)) characters -= text.length;
  };
  return (text) => {
    const value = known.get(text) ?? read(text);
    // At the end again: the first one is the one that was not asked for the longest.
    forget(text);
    known.set(text, value);
    characters += text.length;
    for (const oldest of known.keys()) {
      if (characters <= most) break;
      forget(oldest);
    }
    return value;
  };
}
