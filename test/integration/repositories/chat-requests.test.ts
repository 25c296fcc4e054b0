import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asEpochMs, DAY_MS, plusMs, SECOND_MS } from '../../../src/core/time/instant.ts';
import { chatRequestRepository } from '../../../src/repositories/chat-requests.ts';
import { openDatabase } from '../../../src/repositories/client.ts';
import type { ChatRequest, ChatRequestRepository } from '../../../src/services/ports/chat-requests.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const NOW = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));
const LEASE_END = plusMs(NOW, 30 * SECOND_MS);

let database: TestDatabase;
let open: ReturnType<typeof openDatabase>;
let requests: ChatRequestRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase({ connectionString: database.url, poolSize: 5 });
  requests = chatRequestRepository(open.prisma);
});
afterAll(async () => {
  await open.close();
  await database.drop();
});
beforeEach(async () => {
  await open.prisma.chatRequest.deleteMany();
});

function aRequest(id: string, over: Partial<ChatRequest> = {}): ChatRequest {
  return {
    lease: { id, token: `token-${id}`, attempt: 1 },
    kind: 'COMMAND',
    body: { command: '/oncall' },
    receivedAt: NOW,
    ...over,
  };
}

const claim = (token: string, now = LEASE_END, limit = 10) =>
  requests.claim({ now, token, leaseUntil: plusMs(now, 30 * SECOND_MS), maxAttempts: 3, limit });

describe('requests from chat in the database', () => {
  it('takes an id once', async () => {
    expect(await requests.insert(aRequest('evt-1'), LEASE_END)).toBe(true);
    expect(await requests.insert(aRequest('evt-1'), LEASE_END)).toBe(false);
  });

  it('gives one back as it came, but for what cannot be stored as text', async () => {
    const body = { text: 'a\u0000b\ud800c', nested: [{ emoji: '🔥', backslash: '\\u0000' }] };
    await requests.insert(aRequest('crq-1', { kind: 'INTERACTION', body }), LEASE_END);
    const [claimed] = await claim('t');
    expect(claimed).toEqual({
      lease: { id: 'crq-1', token: 't', attempt: 2 },
      kind: 'INTERACTION',
      body: { text: 'a\ufffdb\ufffdc', nested: [{ emoji: '🔥', backslash: '\\u0000' }] },
      receivedAt: NOW,
    });
  });

  it('gives none away while its lease runs, and the oldest first after that', async () => {
    await requests.insert(aRequest('b', { receivedAt: plusMs(NOW, 1) }), LEASE_END);
    await requests.insert(aRequest('a', { receivedAt: plusMs(NOW, 2) }), LEASE_END);
    await requests.insert(aRequest('c'), LEASE_END);
    expect(await claim('t', plusMs(LEASE_END, -1))).toEqual([]);
    expect((await claim('t', LEASE_END, 2)).map((request) => request.lease.id)).toEqual(['c', 'b']);
  });

  it('gives each to one of many who ask at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `crq-${index}`);
    for (const id of ids) await requests.insert(aRequest(id), LEASE_END);
    const claims = await Promise.all(['t1', 't2', 't3', 't4'].map((token) => claim(token, LEASE_END, 5)));
    const taken = claims.flat().map((request) => request.lease.id);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = await claim('t5', LEASE_END, 20);
    expect([...taken, ...rest.map((request) => request.lease.id)].toSorted()).toEqual(ids.toSorted());
  });

  it('is ended or given back only by the one who has the lease', async () => {
    const request = aRequest('crq-1');
    await requests.insert(request, LEASE_END);
    const [again] = await claim('second');
    expect(await requests.finish(request.lease, LEASE_END, null)).toBe(false);
    expect(await requests.release(request.lease, LEASE_END, 'late')).toBe(false);
    if (again === undefined) throw new Error('nothing was claimed');
    const retryAt = plusMs(LEASE_END, 1);
    expect(await requests.release(again.lease, retryAt, 'failed')).toBe(true);
    expect(await claim('third', plusMs(retryAt, -1))).toEqual([]);
    const [third] = await claim('third', retryAt);
    expect(third?.lease.attempt).toBe(3);
    if (third === undefined) throw new Error('nothing was claimed');
    expect(await requests.finish(third.lease, retryAt, null)).toBe(true);
    expect(await claim('fourth', plusMs(retryAt, DAY_MS))).toEqual([]);
  });

  it('are all free at once after the only process died, but for those that wait for another attempt', async () => {
    const failed = aRequest('failed');
    for (const request of [aRequest('running'), failed]) await requests.insert(request, LEASE_END);
    await requests.release(failed.lease, LEASE_END, 'failed');
    expect(await requests.releaseAll(NOW)).toBe(1);
    expect((await claim('t', NOW)).map((request) => request.lease.id)).toEqual(['running']);
  });

  it('ends those without an attempt left', async () => {
    await requests.insert(aRequest('crq-1', { lease: { id: 'crq-1', token: 't', attempt: 3 } }), LEASE_END);
    expect(await requests.giveUp(plusMs(LEASE_END, -1), 3)).toBe(0);
    expect(await claim('t')).toEqual([]);
    expect(await requests.giveUp(LEASE_END, 3)).toBe(1);
    expect(await requests.giveUp(LEASE_END, 3)).toBe(0);
  });

  it('removes only what was done long ago', async () => {
    const old = aRequest('old');
    const recent = aRequest('recent');
    for (const request of [old, recent, aRequest('open')]) await requests.insert(request, LEASE_END);
    await requests.finish(old.lease, NOW, null);
    await requests.finish(recent.lease, plusMs(NOW, 1), 'failed');
    expect(await requests.removeDone(plusMs(NOW, 1))).toBe(1);
    expect(await open.prisma.chatRequest.count()).toBe(2);
  });
});
