import type { Enumeration } from './enumerations.ts';
import {
  ALERT,
  ALERT_SENT,
  GROUP,
  GROUP_SENT,
  INCIDENT,
  INTEGRATION,
  INTEGRATION_SENT,
  KEY,
  LOG,
  MEMBER_SENT,
  MONITOR,
  MONITOR_SENT,
  ON_CALL_MEMBER,
  POLICY,
  POLICY_SENT,
  ROUTING_RULE,
  ROUTING_RULE_SENT,
  SCHEDULE,
  SCHEDULE_SENT,
  TEAM_SENT,
  under,
  type Fields,
} from './resources.ts';

/** What is promised of one operation. */
export type Promised = {
  readonly query?: readonly string[];
  readonly sends?: Fields;
  readonly answers?: Fields;
  /** The keys that the answer to a good request has, no others and in any order. */
  readonly keys?: readonly string[];
  /** The answer's `message`, to the dot. */
  readonly message?: string;
};

const PAGING = ['page', 'limit'];
const COUNTS: Fields = { total: 'number', page: 'number', totalPages: 'number', limit: 'number' };
const list = (name: string, fields: Fields, query: readonly string[] = []): Promised => ({
  query: [...PAGING, ...query],
  answers: { ...under(`${name}[].`, fields), ...COUNTS },
  keys: [name, 'total', 'page', 'totalPages', 'limit'],
});
const one = (name: string, fields: Fields, more: Promised = {}): Promised => ({
  answers: under(`${name}.`, fields),
  keys: more.message === undefined ? [name] : [name, 'message'],
  ...more,
});
const said = (message: string, more: Promised = {}): Promised => ({ keys: ['message'], message, ...more });

const MEASURES = [
  'createdAt',
  'dnsTime',
  'tcpTime',
  'tlsTime',
  'firstByteTime',
  'downloadTime',
  'responseTime',
  'performanceTime',
  'accessabilityScore',
  'seoScore',
  'bestPracticesScore',
  'successfulAssertions',
];
const LOG_FILTERS = [
  ...MEASURES.flatMap((name) => [name, `${name}[gte]`, `${name}[lte]`]),
  'monitorId',
  'location',
  'isSuccessful',
  'isSSLCheck',
  'httpStatusCode',
  'status',
  'sort',
];
const RUN_QUERY = ['location', 'retry', 'monitorLogId'];

const MONITORING: Record<string, Promised> = {
  'GET /monitors/check_inserted_logs': { keys: ['message'], answers: { message: 'text' } },
  'GET /{page_id}/monitors': list('monitors', MONITOR, ['search', 'status']),
  'POST /monitors': one('monitor', MONITOR, { sends: MONITOR_SENT, message: 'Monitor created successfully' }),
  'GET /monitors/{id}': one('monitor', MONITOR),
  'PUT /monitors/{id}': one('monitor', MONITOR, {
    sends: MONITOR_SENT,
    message: 'Monitor updated successfully',
  }),
  'DELETE /monitors/{id}': said('Monitor deleted successfully.'),
  'GET /monitors/{id}/logs': list('monitorLogs', LOG, LOG_FILTERS),
  'GET /monitors/{id}/run': { query: RUN_QUERY, message: 'Monitor check run successfully.' },
  'POST /monitors/{id}/rotate-secret': one('monitor', MONITOR),
  'PUT /monitors/{id}/group': { sends: { parentId: 'text' } },

  'GET /{page_id}/monitor-alerts': list('monitorAlerts', ALERT),
  'POST /monitor-alerts': one('monitor', ALERT, {
    sends: ALERT_SENT,
    message: 'Monitor Alert created successfully',
  }),
  'GET /monitor-alerts/{id}': one('monitor', ALERT),
  'PUT /monitor-alerts/{id}': one('monitor', ALERT, {
    sends: ALERT_SENT,
    message: 'Monitor alert updated successfully.',
  }),
  'DELETE /monitor-alerts/{id}': said('Monitor alert deleted successfully.'),

  'GET /{page_id}/monitors-groups': list('monitorGroups', GROUP),
  'POST /monitors-groups': one('monitor', GROUP, {
    sends: { pageId: 'text', name: 'text', childId: 'text' },
    message: 'Monitor group created successfully.',
  }),
  'GET /monitors-groups/{id}': one('monitor', GROUP),
  'PUT /monitors-groups/{id}': one('monitor', GROUP, {
    sends: GROUP_SENT,
    message: 'Monitor group updated successfully.',
  }),
  'DELETE /monitors-groups/{id}': said('Monitor group deleted successfully.'),
  'POST /monitors-groups/{id}/monitors': said('Monitors added to the group successfully.', {
    sends: { monitors: 'list' },
  }),
  'GET /monitors-groups/{id}/run': { query: RUN_QUERY, keys: ['result', 'monitorLogId', 'monitorLogIds'] },

  'GET /{page_id}/integrations': list('integrations', INTEGRATION),
  'POST /v3/integrations': one('integration', INTEGRATION, {
    sends: INTEGRATION_SENT,
    message: 'Integration created successfully.',
  }),
  'GET /v3/integrations/{integration_id}': one('integration', INTEGRATION),
  'PUT /v3/integrations/{integration_id}': one('integration', INTEGRATION, { sends: INTEGRATION_SENT }),
  'DELETE /v3/integrations/{integration_id}': { keys: [] },
};

const OVERRIDE: Fields = { memberId: 'text', start: 'text', end: 'text', replacesMemberId: 'text' };

const ON_CALL: Record<string, Promised> = {
  'GET /{page_id}/on-call-schedules': list('onCallSchedules', SCHEDULE),
  'POST /on-call-schedules': { sends: SCHEDULE_SENT, answers: SCHEDULE },
  'GET /on-call-schedules/{id}': { answers: SCHEDULE },
  'PUT /on-call-schedules/{id}': { sends: SCHEDULE_SENT, answers: SCHEDULE },
  'DELETE /on-call-schedules/{id}': {},
  'GET /on-call-schedules/{id}/members': {
    query: ['at'],
    answers: {
      ...under('currentMembers[].', ON_CALL_MEMBER),
      ...under('nextMembers[].', ON_CALL_MEMBER),
      ...under('allMembers[].', ON_CALL_MEMBER),
    },
    keys: ['currentMembers', 'nextMembers', 'allMembers', 'explain'],
  },
  'GET /on-call-schedules/{id}/overrides': {},
  'POST /on-call-schedules/{id}/overrides': { sends: OVERRIDE },
  'DELETE /on-call-schedules/{id}/overrides/{override_id}': {},
  'GET /on-call-schedules/{id}/timeline': {
    query: ['from', 'to'],
    answers: {
      from: 'text',
      to: 'text',
      ...under('stretches[].', {
        start: 'text',
        end: 'text',
        memberId: 'text',
        shiftId: 'text',
        overrideId: 'text',
      }),
      ...under('gaps[].', { start: 'text', end: 'text' }),
    },
  },
  'GET /on-call-schedules/{id}/calendar.ics': { query: ['token'] },

  'GET /{page_id}/routing-rules': { answers: under('routingRules[].', ROUTING_RULE), keys: ['routingRules'] },
  'POST /routing-rules': one('routingRule', ROUTING_RULE, {
    sends: under('routingRule.', ROUTING_RULE_SENT),
    message: 'Routing rule created successfully.',
  }),
  'GET /routing-rules/{id}': one('routingRule', ROUTING_RULE),
  'PUT /routing-rules/{id}': one('routingRule', ROUTING_RULE, {
    sends: under('routingRule.', ROUTING_RULE_SENT),
    message: 'Routing rule updated successfully',
  }),
  'DELETE /routing-rules/{id}': said('Routing rule deleted successfully.'),

  'GET /{page_id}/escalation-policies': {
    answers: under('escalationPolicies[].', POLICY),
    keys: ['escalationPolicies'],
  },
  'POST /escalation-policies': one('escalationPolicy', POLICY, {
    sends: POLICY_SENT,
    // The text is a routing rule's own.
    message: 'Routing rule created successfully.',
  }),
  'GET /escalation-policies/{id}': one('escalationPolicy', POLICY),
  'PUT /escalation-policies/{id}': one('escalationPolicy', POLICY, {
    sends: POLICY_SENT,
    message: 'Routing rule updated successfully.',
  }),
  'DELETE /escalation-policies/{id}': said('Escalation policy deleted successfully.'),
};

const BY: Fields = { by: 'text' };
/** Beside the incident, a sentence that says what holds, also where it held before. */
const act = (more: Fields = {}): Promised =>
  one('incident', INCIDENT, { sends: { ...BY, ...more }, keys: ['incident', 'message'] });

const PEOPLE_AND_INCIDENTS: Record<string, Promised> = {
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /summary.json': { query: ['subdomain'] },
  'GET /api-keys': list('apiKeys', KEY),
  'POST /api-keys': {
    sends: { name: 'text', scope: 'Scope', pageId: 'text', expiresAt: 'text' },
    answers: { ...under('apiKey.', KEY), key: 'text' },
    keys: ['apiKey', 'key'],
  },
  'DELETE /api-keys/{id}': {},
  'POST /v1/pages': { sends: { email: 'text', name: 'text', subdomain: 'text', chatChannel: 'text' } },
  'GET /v2/pages': { query: ['page', 'per_page'] },
  'GET /v2/{page_id}': {},
  'PUT /v2/{page_id}': {},
  'DELETE /v2/{page_id}': {},
  'GET /v1/{page_id}/components': { query: ['page', 'per_page'] },
  'POST /v1/{page_id}/components': {},
  'GET /v1/{page_id}/components/{component_id}': {},
  'PUT /v1/{page_id}/components/{component_id}': {},
  'DELETE /v1/{page_id}/components/{component_id}': {},
  'GET /v1/{page_id}/team': { query: ['page', 'per_page'] },
  'POST /v1/{page_id}/team': { sends: { email: 'text', permission: 'Permission' } },
  'GET /v1/{page_id}/team/{member_id}': { answers: MEMBER_SENT },
  'PUT /v1/{page_id}/team/{member_id}': { sends: MEMBER_SENT, answers: MEMBER_SENT },
  'DELETE /v1/{page_id}/team/{member_id}': { query: ['replaceWith'] },
  'GET /{page_id}/teams': { ...list('teams', { id: 'text', name: 'text', members: 'list' }) },
  'POST /teams': { sends: TEAM_SENT },
  'GET /teams/{id}': { keys: ['team'] },
  'PUT /teams/{id}': { sends: TEAM_SENT },
  'DELETE /teams/{id}': {},
  'GET /v1/{page_id}/incidents': { query: ['page', 'per_page'], answers: under('[].', INCIDENT) },
  'POST /v1/{page_id}/incidents': {
    sends: {
      name: 'text',
      status: 'IncidentStatus',
      impact: 'Impact',
      description: 'text',
      message: 'text',
      components: 'list',
      'statuses[].id': 'text',
      'statuses[].status': 'Impact',
      dedupKey: 'text',
    },
    answers: INCIDENT,
  },
  'GET /v1/{page_id}/incidents/{incident_id}': { answers: INCIDENT },
  'PUT /v1/{page_id}/incidents/{incident_id}': {},
  'DELETE /v1/{page_id}/incidents/{incident_id}': {},
  'POST /v1/{page_id}/incidents/{incident_id}/incident-updates': {},
  'GET /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': {},
  'PUT /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': {},
  'DELETE /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': {},
  'GET /incidents/{id}': one('incident', INCIDENT),
  'GET /incidents/{id}/timeline': { keys: ['events'] },
  'POST /incidents/{id}/acknowledge': act(),
  'POST /incidents/{id}/unacknowledge': act(),
  'POST /incidents/{id}/resolve': act(),
  'POST /incidents/{id}/reopen': act(),
  'POST /incidents/{id}/escalate': act(),
  'POST /incidents/{id}/snooze': act({ minutes: 'number', until: 'text' }),
  'POST /incidents/{id}/reassign': act({ targetId: 'text' }),
  'POST /incidents/{id}/notes': act({ text: 'text' }),
  'POST /inbound/{token}': {},
  ...Object.fromEntries(
    ['', '/start', '/fail', '/{exit_code}'].flatMap((behind) =>
      ['GET', 'POST'].map((method) => [`${method} /heartbeat/{token}${behind}`, said('OK')]),
    ),
  ),
};

/** Every operation that is promised, by method and path. */
export const PROMISED: Readonly<Record<string, Promised>> = {
  ...MONITORING,
  ...ON_CALL,
  ...PEOPLE_AND_INCIDENTS,
};

/** The words that parameters of queries may be. */
export const QUERY_WORDS: readonly (readonly [string, string, Enumeration])[] = [
  ['GET /{page_id}/monitors', 'status', 'MonitorStatus'],
  ['GET /monitors/{id}/logs', 'status', 'MonitorStatus'],
  ['GET /monitors/{id}/logs', 'location', 'Location'],
  ['GET /monitors/{id}/run', 'location', 'Location'],
  ['GET /monitors-groups/{id}/run', 'location', 'Location'],
];
