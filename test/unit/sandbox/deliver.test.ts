import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { createDeliver } from '../../../src/sandbox/person/deliver.ts';
import { quietLog } from '../../support/quiet-log.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function deliverTo(listener: RequestListener) {
  const opened = createServer(listener);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const address = opened.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return createDeliver({
    eventsUrl: () => `http://127.0.0.1:${port}/slack/events`,
    signingSecret: 'secret',
    clock: { now: () => asEpochMs(0) },
    log: quietLog(),
    answerWithinMs: 100,
  });
}

it('says operation_timeout when the app takes too long', async () => {
  const deliver = await deliverTo(() => undefined);
  expect(await deliver({ command: '/oncall' })).toEqual({ kind: 'failed', error: 'operation_timeout' });
});

it('says operation_timeout when the answer begins in time but does not end', async () => {
  const deliver = await deliverTo((_request, response) => response.write('{"te'));
  expect(await deliver({ command: '/oncall' })).toEqual({ kind: 'failed', error: 'operation_timeout' });
});

it('says dispatch_failed when the app refuses, redirects or is not there', async () => {
  const refused = await deliverTo((_request, response) => response.writeHead(401).end());
  expect(await refused({})).toEqual({ kind: 'failed', error: 'dispatch_failed' });
  const redirected = await deliverTo((_request, response) =>
    response.writeHead(302, { location: '/' }).end(),
  );
  expect(await redirected({})).toEqual({ kind: 'failed', error: 'dispatch_failed' });
  server?.close();
  expect(await redirected({})).toEqual({ kind: 'failed', error: 'dispatch_failed' });
});
