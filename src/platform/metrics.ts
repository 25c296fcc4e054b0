import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the product counts. Labels come from closed sets. */
export type Metrics = {
  readonly registry: Registry;
  readonly events: Counter<'type'>;
  /** From due to taken by the provider. */
  readonly pageSeconds: Histogram<'channel'>;
  readonly deliveries: Counter<'channel' | 'outcome'>;
  readonly checkSeconds: Histogram<'outcome'>;
  /** What the sweepers found overdue: 0 in good health. */
  readonly repairs: Counter<'kind'>;
  readonly incidentsOpen: Gauge;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    events: new Counter({
      name: 'tocsin_events_total',
      help: 'Business events',
      labelNames: ['type'],
      registers,
    }),
    pageSeconds: new Histogram({
      name: 'tocsin_page_seconds',
      help: 'From due to taken by the provider',
      labelNames: ['channel'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
      registers,
    }),
    deliveries: new Counter({
      name: 'tocsin_deliveries_total',
      help: 'Attempts to send',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    checkSeconds: new Histogram({
      name: 'tocsin_check_seconds',
      help: 'How long checks of monitors took',
      labelNames: ['outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
      registers,
    }),
    repairs: new Counter({
      name: 'tocsin_sweeper_repairs_total',
      help: 'Things that were overdue without a hint',
      labelNames: ['kind'],
      registers,
    }),
    incidentsOpen: new Gauge({
      name: 'tocsin_incidents_open',
      help: 'Incidents that are not resolved',
      registers,
    }),
  };
}

/** The counters as use cases know them. */
export function meterOf(metrics: Metrics): {
  event(type: string): void;
  attempt(channel: string, outcome: string, lateMs: number): void;
} {
  return {
    event: (type) => metrics.events.inc({ type }),
    attempt: (channel, outcome, lateMs) => {
      metrics.deliveries.inc({ channel, outcome });
      if (outcome === 'sent') metrics.pageSeconds.observe({ channel }, lateMs / 1_000);
    },
  };
}
