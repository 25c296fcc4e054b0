import type { Enumeration } from './enumerations.ts';

/** Fields by path (`rules[].actions[].type`), each with the type it has where it is not null. */
export type Fields = Readonly<Record<string, Enumeration | 'text' | 'number' | 'yes/no' | 'object' | 'list'>>;

const STAMPS: Fields = { createdAt: 'text', updatedAt: 'text' };

const under = (prefix: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${prefix}${name}`, type]));

const MONITOR_FLAGS: Fields = {
  'onFail.createIncident': 'yes/no',
  'onFail.createOutageDuration': 'yes/no',
  'onFail.publishIncident': 'yes/no',
  'onFail.notifySubscribers': 'yes/no',
  'onRecover.resolveIncident': 'yes/no',
  'onRecover.resolveOutageDuration': 'yes/no',
  'onRecover.publishIncident': 'yes/no',
  'onRecover.notifySubscribers': 'yes/no',
};
const MONITOR_BOTH: Fields = {
  pageId: 'text',
  url: 'text',
  httpMethod: 'HttpMethod',
  body: 'text',
  headers: 'object',
  queryParams: 'object',
  'basicAuth.username': 'text',
  'basicAuth.password': 'text',
  type: 'MonitorType',
  'assertions[].comparison': 'Comparison',
  'assertions[].selector': 'text',
  'assertions[].target': 'text',
  'assertions[].value': 'text',
  alerts: 'list',
  name: 'text',
  locations: 'Location',
  checksInterval: 'number',
  createComponent: 'yes/no',
  createMetric: 'yes/no',
  failureConfirmations: 'number',
  graceSeconds: 'number',
  paused: 'yes/no',
  ...MONITOR_FLAGS,
};
export const MONITOR_SENT: Fields = { ...MONITOR_BOTH, 'assertions[].type': 'AssertionSent' };
export const MONITOR: Fields = {
  ...MONITOR_BOTH,
  ...STAMPS,
  id: 'text',
  siteId: 'text',
  status: 'MonitorStatus',
  lastCheckedAt: 'text',
  groupId: 'text',
  'assertions[].id': 'text',
  'assertions[].type': 'AssertionAnswered',
  heartbeatUrl: 'text',
};

export const LOG: Fields = {
  id: 'text',
  monitorId: 'text',
  location: 'Location',
  createdAt: 'text',
  isSuccessful: 'yes/no',
  isSSLCheck: 'yes/no',
  httpStatusCode: 'text',
  status: 'MonitorStatus',
  dnsTime: 'number',
  tcpTime: 'number',
  tlsTime: 'number',
  firstByteTime: 'number',
  downloadTime: 'number',
  responseTime: 'number',
  performanceTime: 'number',
  accessibilityScore: 'number',
  accessabilityScore: 'number',
  seoScore: 'number',
  bestPracticesScore: 'number',
  successfulAssertions: 'number',
  'assertions[].type': 'text',
  'assertions[].comparison': 'text',
  'assertions[].selector': 'text',
  'assertions[].value': 'text',
  'assertions[].actual': 'text',
  'assertions[].success': 'yes/no',
  url: 'text',
  method: 'text',
  requestHeaders: 'object',
  requestBody: 'text',
  responseHeaders: 'object',
  responseBody: 'text',
  error: 'text',
  'sslDetails.issuer': 'text',
  'sslDetails.subject': 'text',
  'sslDetails.validFrom': 'text',
  'sslDetails.validTo': 'text',
  'sslDetails.daysUntilExpiration': 'number',
  isRetry: 'yes/no',
  retryOf: 'text',
};

const ALERT_BOTH: Fields = {
  type: 'AlertType',
  recipient: 'text',
  recipientWorkspace: 'text',
  whenFails: 'yes/no',
  whenRecovers: 'yes/no',
  whenDegrades: 'yes/no',
  whenSslExpires: 'yes/no',
  sslExpiresInDays: 'number',
  monitors: 'list',
  metadata: 'text',
};
export const ALERT_SENT: Fields = { ...ALERT_BOTH, pageId: 'text' };
export const ALERT: Fields = { ...ALERT_BOTH, ...STAMPS, id: 'text', siteId: 'text' };

export const GROUP: Fields = {
  ...STAMPS,
  id: 'text',
  name: 'text',
  siteId: 'text',
  collapsed: 'yes/no',
  'monitors[].id': 'text',
  groupId: 'text',
  'children[].id': 'text',
  'children[].name': 'text',
  order: 'number',
  parents: 'list',
  componentId: 'text',
};
export const GROUP_SENT: Fields = {
  name: 'text',
  collapsed: 'yes/no',
  order: 'number',
  groupId: 'text',
  monitors: 'list',
  componentId: 'text',
};

const SHIFT_BOTH: Fields = {
  name: 'text',
  'members[].color': 'text',
  rotationType: 'Rotation',
  customRotationTypeValue: 'number',
  customRotationTypeUnit: 'RotationUnit',
  startDate: 'text',
  endDate: 'text',
  restrictionType: 'Restriction',
  timeOfDayRestrictionStartTime: 'text',
  timeOfDayRestrictionEndTime: 'text',
  'timeIntervals[].startDay': 'Day',
  'timeIntervals[].startDayTime': 'text',
  'timeIntervals[].endDay': 'Day',
  'timeIntervals[].endDayTime': 'text',
};
const SCHEDULE_BOTH: Fields = {
  name: 'text',
  description: 'text',
  status: 'ScheduleStatus',
  timeZone: 'text',
  ...under('onCallShifts[].', SHIFT_BOTH),
};
export const SCHEDULE_SENT: Fields = {
  ...SCHEDULE_BOTH,
  pageId: 'text',
  'onCallShifts[].members[].workspaceMemberId': 'text',
};
export const SCHEDULE: Fields = {
  ...SCHEDULE_BOTH,
  id: 'text',
  'onCallShifts[].id': 'text',
  'onCallShifts[].order': 'number',
  'onCallShifts[].timeIntervals[].id': 'text',
  ...under('onCallShifts[].members[].', {
    id: 'text',
    order: 'number',
    'workspaceMember.id': 'text',
    'workspaceMember.user.id': 'text',
    'workspaceMember.user.name': 'text',
    'workspaceMember.user.email': 'text',
    'workspaceMember.user.avatar': 'text',
  }),
};
export const ON_CALL_MEMBER: Fields = {
  id: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  avatar: 'text',
};

export const ROUTING_RULE_SENT: Fields = {
  siteId: 'text',
  order: 'number',
  escalationPolicyId: 'text',
  'assertions[].type': 'RoutingField',
  'assertions[].comparison': 'Comparison',
  'assertions[].value': 'text',
  'actions[].type': 'Target',
  'actions[].targetId': 'text',
};
export const ROUTING_RULE: Fields = {
  ...ROUTING_RULE_SENT,
  ...STAMPS,
  id: 'text',
  'assertions[].id': 'text',
  'assertions[].routingRuleId': 'text',
  'actions[].id': 'text',
  'actions[].routingRuleId': 'text',
};

export const POLICY_SENT: Fields = {
  pageId: 'text',
  name: 'text',
  description: 'text',
  'rules[].condition': 'RuleCondition',
  'rules[].delayInMins': 'number',
  'rules[].actions[].type': 'Target',
  'rules[].actions[].targetId': 'text',
  repeat: 'yes/no',
  repeatCount: 'number',
  repeatDelay: 'number',
  revertAcknowledgement: 'yes/no',
  autoResolveIncidentsAfterRepeat: 'yes/no',
};
export const POLICY: Fields = {
  ...POLICY_SENT,
  ...STAMPS,
  id: 'text',
  siteId: 'text',
  'rules[].id': 'text',
  'rules[].escalationPolicyId': 'text',
  'rules[].order': 'number',
  ...under('rules[].actions[].', { ...STAMPS, id: 'text', ruleId: 'text' }),
};

export const INTEGRATION_SENT: Fields = {
  pageId: 'text',
  integrationType: 'MonitoringTool',
  components: 'list',
  label: 'text',
  'createTemplate.name': 'text',
  'createTemplate.message': 'text',
  'resolveTemplate.name': 'text',
  'resolveTemplate.message': 'text',
};
export const INTEGRATION: Fields = {
  id: 'text',
  monitoringTool: 'MonitoringTool',
  label: 'text',
  components: 'list',
  url: 'text',
  'createTemplate.name': 'text',
  'resolveTemplate.name': 'text',
};

export const MEMBER_SENT: Fields = {
  name: 'text',
  phone: 'text',
  avatar: 'text',
  timeZone: 'text',
  chatUserId: 'text',
  webhookUrl: 'text',
  permission: 'Permission',
  'notificationRules[].channel': 'Channel',
  'notificationRules[].delayInMins': 'number',
};
export const TEAM_SENT: Fields = { pageId: 'text', name: 'text', members: 'list' };
export const KEY: Fields = {
  id: 'text',
  name: 'text',
  scope: 'Scope',
  pageId: 'text',
  prefix: 'text',
  createdAt: 'text',
  expiresAt: 'text',
  lastUsedAt: 'text',
};
export const INCIDENT: Fields = {
  id: 'text',
  name: 'text',
  status: 'IncidentStatus',
  impact: 'Impact',
  description: 'text',
  source: 'text',
  dedupKey: 'text',
  published: 'yes/no',
  'response.state': 'ResponseState',
  'response.acknowledgedBy': 'text',
  'response.acknowledgedAt': 'text',
  'response.snoozedUntil': 'text',
  'response.escalationLevel': 'number',
};
export const ERROR: Fields = {
  'error.code': 'ErrorCode',
  'error.message': 'text',
  'error.details[].path': 'text',
  'error.details[].message': 'text',
};

export { under };
