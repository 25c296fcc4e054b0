/** The tools whose alerts an integration takes. Their order is the one in which they are documented. */
export const MONITORING_TOOLS = [
  'WEBHOOK',
  'BETTERUPTIME',
  'CHECKLY',
  'DATADOG',
  'DYNATRACE',
  'FRESHPING',
  'GRAFANA',
  'HETRIXTOOLS',
  'NEWRELIC',
  'PAGERDUTY',
  'PINGDOM',
  'RUNSCOPE',
  'SITE24X7',
  'STATUSCAKE',
  'UPTIMEROBOT',
  'EMAIL',
  'PROMETHEUS',
  'UPDOWN',
  'GOOGLECLOUDMONITORING',
  'SENTRY',
  'CLOUDWATCH',
  'OPSGENIE',
  'UPTIMEKUMA',
  'ZABBIX',
  'AZUREMONITOR',
] as const;
export type MonitoringTool = (typeof MONITORING_TOOLS)[number];

/** What can be said of an alert, each at a place of its own in the body. */
export const EVENT_FIELDS = [
  'title',
  'description',
  'dedupKey',
  'status',
  'severity',
  'component',
  'url',
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** Where a body says what, as RFC 9535 JSONPaths. A field without one is looked for under its common spellings. */
export type Mapping = { readonly [Field in EventField]?: string | undefined };

/** The words of an incident, with `{{placeholders}}`; what is absent has its default. */
export type Template = { readonly name?: string | undefined; readonly message?: string | undefined };

/** FIRING: something is wrong; RESOLVED: no longer; NEITHER: a note that opens and closes nothing. */
export type EventState = 'FIRING' | 'RESOLVED' | 'NEITHER';

/** What a tool reports, in our words. What it does not say is empty. */
export type InboundEvent = {
  readonly state: EventState;
  /** Says which alert it is; the same for its beginning, its repeats and its end. Of any length. */
  readonly dedupKey: string;
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly component: string;
  /** An http(s) address, or empty. */
  readonly url: string;
};
