import { startFakeHttp, type FakeHttp, type RecordedRequest } from './fake-http.ts';

export type FakeWebhook = FakeHttp & {
  /** What the receiver took: requests that it answered with success. */
  readonly received: RecordedRequest[];
};

/** A member's own receiver of webhooks. */
export async function startFakeWebhook(): Promise<FakeWebhook> {
  const received: RecordedRequest[] = [];
  const http = await startFakeHttp({
    accept: (request) => {
      received.push(request);
      return { status: 202, body: 'x'.repeat(100_000) };
    },
    refuse: (status) => ({
      status: Number(status),
      body: 'no',
      headers: { location: `${http.url}/elsewhere` },
    }),
  });
  return { ...http, received };
}
