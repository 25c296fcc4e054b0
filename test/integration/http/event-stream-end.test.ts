import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { openEventStream, type EventStream } from '../../../src/http/event-stream.ts';
import type { PlacedEvent } from '../../../src/services/ports/event-stream.ts';
import { until } from '../../support/until.ts';

const event: PlacedEvent = {
  id: 'evt_1',
  position: 1n,
  pageId: 'page_1',
  type: 'note',
  at: asEpochMs(0),
  incidentId: null,
  monitorId: null,
  scheduleId: null,
  actor: 'test',
  text: 'x'.repeat(24 * 1024 * 1024),
  data: {},
};

test('a stream that is ended is over soon, also where its reader takes nothing', async () => {
  let stream: EventStream | undefined;
  let response: ServerResponse | undefined;
  // More room than the event needs: to this server its reader is not behind.
  const server = createServer({ highWaterMark: 64 * 1024 * 1024 }, (_request, answer) => {
    response = answer;
    stream = openEventStream(answer, {
      after: 0n,
      readOn: (after) => Promise.resolve({ events: after === 0n ? [event] : [], upTo: 1n }),
      onEnd: () => undefined,
      heartbeatMs: 600_000,
      stallMs: 600_000,
    });
    stream.wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  const asked = request({ port: (server.address() as AddressInfo).port, agent: false }, (answer) =>
    answer.pause(),
  );
  asked.on('error', () => undefined);
  asked.end();
  await until('the event is written', () => (response?.writableLength ?? 0) > 1024 * 1024);
  expect(response?.writableNeedDrain).toBe(false);
  stream?.end();
  await until('the connection is gone', () => response?.closed === true);
});
