/** What holds where nothing is sent, by the operation that makes the thing: what is sent at least, and what is answered. */
export const DEFAULTS: Readonly<Record<string, { readonly sent: object; readonly answered: object }>> = {
  'POST /monitors': {
    sent: { pageId: 'page_1', url: 'https://shop.example/health' },
    answered: {
      type: 'HTTP',
      httpMethod: 'GET',
      name: 'shop.example',
      locations: 'US_EAST_1',
      checksInterval: 60,
      headers: {},
      queryParams: {},
      assertions: [],
      alerts: [],
      createComponent: false,
      createMetric: false,
      failureConfirmations: 1,
      graceSeconds: 60,
      heartbeatUrl: null,
      onFail: {
        createIncident: true,
        createOutageDuration: false,
        publishIncident: false,
        notifySubscribers: false,
      },
      onRecover: {
        resolveIncident: true,
        resolveOutageDuration: false,
        publishIncident: false,
        notifySubscribers: false,
      },
    },
  },
  'POST /monitor-alerts': {
    sent: { pageId: 'page_1', type: 'EMAIL', recipient: 'ops@shop.example' },
    answered: {
      whenFails: true,
      whenRecovers: true,
      whenDegrades: false,
      whenSslExpires: false,
      sslExpiresInDays: 30,
      monitors: [],
    },
  },
  'POST /escalation-policies': {
    sent: { pageId: 'page_1', name: 'Least', rules: [{}] },
    answered: {
      repeat: false,
      repeatCount: 0,
      repeatDelay: 0,
      revertAcknowledgement: false,
      autoResolveIncidentsAfterRepeat: false,
      rules: [{ condition: 'NOT_ACKNOWLEDGED', delayInMins: 0 }],
    },
  },
  'POST /on-call-schedules': {
    sent: {
      pageId: 'page_1',
      name: 'Least',
      onCallShifts: [
        {
          members: [{ workspaceMemberId: 'mbr_1' }],
          rotationType: 'DAILY',
          startDate: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
    answered: {
      status: 'ACTIVE',
      timeZone: 'UTC',
      onCallShifts: [{ restrictionType: 'NONE', endDate: null, timeIntervals: [] }],
    },
  },
  'POST /routing-rules': {
    sent: {
      routingRule: { siteId: 'page_1', actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: 'mbr_1' }] },
    },
    answered: { assertions: [], escalationPolicyId: null },
  },
};
