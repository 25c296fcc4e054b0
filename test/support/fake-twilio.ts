import { startFakeHttp, type FakeHttp, type RecordedRequest } from './fake-http.ts';

export type SmsSent = {
  sid: string;
  to: string;
  from: string;
  body: string;
  status: string;
  /** All fields as they came. */
  fields: Record<string, string>;
  createdAt: Date;
};

export type CallMade = {
  sid: string;
  to: string;
  from: string;
  twiml: string;
  status: string;
  /** All fields as they came. */
  fields: Record<string, string>;
  createdAt: Date;
};

export type FakeTwilio = FakeHttp & {
  readonly accountSid: string;
  readonly authToken: string;
  readonly messages: SmsSent[];
  readonly calls: CallMade[];
};

/** Twilio's Messages and Calls resources: sending, calling and listing. */
export async function startFakeTwilio(): Promise<FakeTwilio> {
  const accountSid = `AC${'0'.repeat(32)}`;
  const authToken = 'twilio-auth-token';
  const messages: SmsSent[] = [];
  const calls: CallMade[] = [];
  const messagesPath = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const callsPath = `/2010-04-01/Accounts/${accountSid}/Calls.json`;
  const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  const http = await startFakeHttp({
    accept: (request) => {
      if (request.headers.authorization !== expected) return failure(401, 20_003);
      if (request.path === callsPath) {
        const call = callOf(request, calls.length);
        calls.push(call);
        return { status: 201, body: callResource(call) };
      }
      if (request.path !== messagesPath) return failure(404, 20_404);
      if (request.method === 'GET') return { status: 200, body: listing(messagesPath, request, messages) };
      const sent = sentOf(request, messages.length);
      messages.push(sent);
      return { status: 201, body: resource(sent) };
    },
    refuse: (code) => failure(400, Number(code)),
  });
  return { ...http, accountSid, authToken, messages, calls };
}

function failure(status: number, code: number): { status: number; body: unknown } {
  return { status, body: { code, status, message: `error ${code}`, more_info: '' } };
}

function sentOf(request: RecordedRequest, count: number): SmsSent {
  const fields = Object.fromEntries(new URLSearchParams(request.body));
  return {
    sid: `SM${String(count).padStart(32, '0')}`,
    to: fields['To'] ?? '',
    from: fields['From'] ?? fields['MessagingServiceSid'] ?? '',
    body: fields['Body'] ?? '',
    status: 'queued',
    fields,
    createdAt: new Date(),
  };
}

function resource(sent: SmsSent): Record<string, unknown> {
  const { sid, to, from, body, status, createdAt } = sent;
  return {
    sid,
    to,
    from,
    body,
    status,
    date_created: createdAt.toUTCString(),
    date_sent: null,
    error_code: null,
  };
}

function listing(path: string, request: RecordedRequest, messages: SmsSent[]): Record<string, unknown> {
  const to = request.query.get('To');
  const matching = messages.filter((message) => to === null || message.to === to).toReversed();
  const size = Number(request.query.get('PageSize') ?? 50);
  return {
    messages: matching.slice(0, size).map(resource),
    next_page_uri: null,
    page: 0,
    page_size: size,
    uri: path,
  };
}

function callOf(request: RecordedRequest, count: number): CallMade {
  const fields = Object.fromEntries(new URLSearchParams(request.body));
  return {
    sid: `CA${String(count).padStart(32, '0')}`,
    to: fields['To'] ?? '',
    from: fields['From'] ?? '',
    twiml: fields['Twiml'] ?? '',
    status: 'queued',
    fields,
    createdAt: new Date(),
  };
}

/** Nothing of what was said is in it. */
function callResource({ sid, to, from, status, createdAt }: CallMade): Record<string, unknown> {
  return {
    sid,
    to,
    from,
    status,
    direction: 'outbound-api',
    date_created: createdAt.toUTCString(),
    start_time: null,
  };
}
