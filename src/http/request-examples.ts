/** Ids as the installation makes them; the number at the end tells apart what stands in one example. */
const idOf = (prefix: string, number = 1) => `${prefix}_06p5c1s2qk0f3vb8e4d7g9h20${number}`;

const PAGE = idOf('page');
const [ANN, BEN] = [idOf('mbr', 1), idOf('mbr', 2)];
const COMPONENT = idOf('comp');
const MONITOR = idOf('mon');

const SHIFT = {
  name: 'Around the clock',
  members: [
    { workspaceMemberId: ANN, color: '#2f7ed8' },
    { workspaceMemberId: BEN, color: '#8bbc21' },
  ],
  rotationType: 'WEEKLY',
  startDate: '2026-01-05T09:00:00.000Z',
  restrictionType: 'NONE',
};
const WINDOW = { start: '2026-12-24T08:00:00.000Z', end: '2026-12-24T20:00:00.000Z' };
const NEW_YEAR = { start: '2026-12-31T20:00:00.000Z', end: '2027-01-01T08:00:00.000Z' };

const RULES = [
  {
    delayInMins: 0,
    condition: 'NOT_ACKNOWLEDGED',
    actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }],
  },
  { delayInMins: 10, actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: ANN }] },
];
const ROUTING_RULE = {
  assertions: [{ type: 'IMPACT', comparison: 'GREATER_THAN_OR_EQUALS', value: 'PARTIALOUTAGE' }],
  actions: [{ type: 'NOTIFY_TEAM', targetId: idOf('team') }],
  order: 0,
};

const PAGES_AND_PEOPLE = {
  'POST /api-keys': { name: 'Deployments', scope: 'write', expiresAt: '2027-01-01T00:00:00.000Z' },
  'POST /v1/pages': {
    name: 'Shop',
    subdomain: 'shop',
    email: 'ops@shop.example',
    components: ['Checkout', 'Search'],
  },
  'PUT /v2/{page_id}': { name: 'The shop', websiteUrl: 'https://shop.example', chatChannel: '#ops' },
  'POST /v1/{page_id}/components': {
    name: 'Checkout',
    description: 'Paying by card and by invoice',
    status: 'OPERATIONAL',
    translations: { name: { de: 'Kasse' }, description: { de: 'Zahlen mit Karte und auf Rechnung' } },
  },
  'PUT /v1/{page_id}/components/{component_id}': { status: 'DEGRADEDPERFORMANCE' },
  'POST /v1/{page_id}/team': {
    email: 'ann@shop.example',
    name: 'Ann',
    permission: 'MEMBER',
    phone: '+4915112345678',
    timeZone: 'Europe/Berlin',
    notificationRules: [
      { channel: 'CHAT', delayInMins: 0 },
      { channel: 'PHONE_CALL', delayInMins: 5 },
    ],
  },
  'PUT /v1/{page_id}/team/{member_id}': { timeZone: 'Europe/Lisbon', handoffReminders: [1440, 15] },
  'POST /teams': { pageId: PAGE, name: 'Payments', members: [ANN, BEN] },
  'PUT /teams/{id}': { members: [BEN] },
};

const INCIDENTS = {
  'POST /v1/{page_id}/incidents': {
    name: 'Cards are refused',
    status: 'INVESTIGATING',
    message: 'Some cards are refused; we are looking into it',
    components: [COMPONENT],
    statuses: [{ id: COMPONENT, status: 'PARTIALOUTAGE' }],
    notify: true,
  },
  'PUT /v1/{page_id}/incidents/{incident_id}': { name: 'Credit cards are refused', impact: 'PARTIALOUTAGE' },
  'POST /v1/{page_id}/incidents/{incident_id}/incident-updates': {
    status: 'IDENTIFIED',
    message: 'Our bank is down; paying by invoice works',
  },
  'PUT /v1/{page_id}/incidents/{incident_id}/incident-updates/{incident_update_id}': {
    message: 'One of our banks is down; paying by invoice works',
  },
  'POST /incidents/{id}/acknowledge': { by: ANN },
  'POST /incidents/{id}/unacknowledge': { by: ANN },
  'POST /incidents/{id}/resolve': { by: ANN },
  'POST /incidents/{id}/reopen': { by: ANN },
  'POST /incidents/{id}/escalate': { by: ANN },
  'POST /incidents/{id}/snooze': { minutes: 30, by: ANN },
  'POST /incidents/{id}/reassign': { targetId: BEN, by: ANN },
  'POST /incidents/{id}/notes': { text: 'The bank is on it', by: ANN },
  'POST /v1/{page_id}/templates': {
    type: 'INCIDENT',
    name: 'Cards are refused',
    message: 'Some cards are refused; we are looking into it',
    status: 'INVESTIGATING',
    components: [{ id: COMPONENT, status: 'PARTIALOUTAGE' }],
    translations: { name: { de: 'Karten werden abgelehnt' } },
  },
  'PUT /v1/{page_id}/templates/{template_id}': { message: 'We are looking into refused cards' },
};

const MAINTENANCES = {
  'POST /v1/{page_id}/maintenances': {
    name: 'A new database',
    message: 'Paying takes longer meanwhile',
    ...WINDOW,
    components: [COMPONENT],
    statuses: [{ id: COMPONENT, status: 'UNDERMAINTENANCE' }],
    notifyEarly: true,
    notifyMinutes: 60,
  },
  'PUT /v1/{page_id}/maintenances/{maintenance_id}': { name: 'A newer database', notifyStart: true },
  'POST /v1/{page_id}/maintenances/{maintenance_id}/maintenance-updates': {
    status: 'NOTSTARTEDYET',
    message: 'It will take an hour less',
  },
  'PUT /v1/{page_id}/maintenances/{maintenance_id}/maintenance-updates/{maintenance_update_id}': {
    message: 'It will take two hours less',
  },
};

const MONITORING = {
  'POST /monitors': {
    pageId: PAGE,
    url: 'https://shop.example/health',
    name: 'Shop',
    locations: ['US_EAST_1', 'EU_CENTRAL_1'],
    checksInterval: 30,
    assertions: [{ type: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }],
    onFail: { createIncident: true, publishIncident: false },
  },
  'PUT /monitors/{id}': { url: 'https://shop.example/healthz', name: 'The shop' },
  'PUT /monitors/{id}/group': { parentId: idOf('mgr') },
  'POST /monitor-alerts': {
    pageId: PAGE,
    type: 'EMAIL',
    recipient: 'ops@shop.example',
    whenFails: true,
    whenSslExpires: true,
    sslExpiresInDays: 14,
    monitors: [MONITOR],
  },
  'PUT /monitor-alerts/{id}': { type: 'WEBHOOK', recipient: 'https://hooks.example/tocsin' },
  'POST /monitors-groups': { pageId: PAGE, name: 'Payments', childId: MONITOR },
  'PUT /monitors-groups/{id}': { name: 'Paying', collapsed: true },
  'POST /monitors-groups/{id}/monitors': { monitors: [MONITOR] },
  'POST /v3/integrations': {
    pageId: PAGE,
    integrationType: 'GRAFANA',
    label: 'Grafana of the shop',
    components: [COMPONENT],
  },
  'PUT /v3/integrations/{integration_id}': {
    createTemplate: { name: '{{title}}', message: '{{description}} ({{severity}})' },
    resolveTemplate: { name: '{{title}} is over' },
  },
};

const EVENTS = {
  'POST /webhook-subscriptions': {
    pageId: PAGE,
    url: 'https://hooks.example/tocsin',
    description: 'The data warehouse',
    types: ['incident.opened', 'incident.resolved'],
  },
  'PUT /webhook-subscriptions/{id}': { types: [] },
  'POST /webhook-subscriptions/{id}/replay': { since: '2026-01-01T00:00:00.000Z' },
};

const ON_CALL = {
  'POST /on-call-schedules': {
    pageId: PAGE,
    name: 'Primary',
    timeZone: 'Europe/Berlin',
    onCallShifts: [SHIFT],
  },
  'PUT /on-call-schedules/{id}': { description: 'Whoever is paged first' },
  'POST /on-call-schedules/{id}/preview': { onCallShifts: [SHIFT], handover: 'TURN_END', days: 14 },
  'POST /on-call-schedules/{id}/overrides': { memberId: BEN, replacesMemberId: ANN, ...NEW_YEAR },
  'POST /on-call-schedules/{id}/swaps': { memberId: ANN, toMemberId: BEN, ...WINDOW, note: 'Christmas Eve' },
  'POST /on-call-schedules/{id}/swaps/{swap_id}/accept': { memberId: BEN },
  'POST /on-call-schedules/{id}/swaps/{swap_id}/decline': { memberId: BEN },
  'POST /team/{member_id}/time-off': { ...WINDOW, note: 'Christmas' },
  'POST /routing-rules': { routingRule: { ...ROUTING_RULE, siteId: PAGE } },
  'PUT /routing-rules/{id}': { routingRule: { order: 1, siteId: PAGE } },
  'POST /escalation-policies': {
    pageId: PAGE,
    name: 'Everybody in turn',
    rules: RULES,
    repeat: true,
    repeatCount: 2,
    repeatDelay: 15,
  },
  'PUT /escalation-policies/{id}': { name: 'Ann, then everybody', rules: RULES },
};

/** A request body of every operation that takes one and whose schema holds no example, by method and path. */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  ...PAGES_AND_PEOPLE,
  ...INCIDENTS,
  ...MAINTENANCES,
  ...MONITORING,
  ...ON_CALL,
  ...EVENTS,
};
