import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asEpochMs, plusMs } from '../../../src/core/time/instant.ts';
import { openDatabase } from '../../../src/repositories/client.ts';
import { sandboxStore } from '../../../src/repositories/sandbox.ts';
import type { SandboxMessage, SandboxStore } from '../../../src/sandbox/store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { memoryStore } from './memory-store.ts';

const NOW = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));

let database: TestDatabase;
let open: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase({ connectionString: database.url, poolSize: 2 });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

const STORES: [string, () => SandboxStore][] = [
  ['in the database', () => sandboxStore(open.prisma)],
  ['in memory', memoryStore],
];

let count = 0;
const aMessage = (over: Partial<SandboxMessage> = {}): SandboxMessage => {
  count += 1;
  return {
    id: `sbm_${count}`,
    channel: 'C1',
    ts: '1000000000.000001',
    threadTs: null,
    userId: 'U1',
    text: 'hello',
    blocks: [],
    attachments: [],
    metadata: null,
    visibleTo: null,
    editedAt: null,
    deleted: false,
    createdAt: NOW,
    ...over,
  };
};

describe.each(STORES)('the store %s', (_where, make) => {
  it('keeps a message as it was given and as it was changed', async () => {
    const store = make();
    const message = aMessage({
      channel: 'C-keep',
      blocks: [{ type: 'divider' }],
      attachments: [{ color: '#fff' }],
      metadata: { event_type: 'page', event_payload: { key: 'k' } },
    });
    expect(await store.insert(message)).toBe(true);
    expect(await store.find('C-keep', message.ts)).toEqual(message);
    const changed = { ...message, text: 'new', blocks: [], metadata: null, editedAt: plusMs(NOW, 5) };
    expect(await store.update(changed)).toBe(true);
    expect(await store.find('C-keep', message.ts)).toEqual(changed);
    await store.remove('C-keep', message.ts);
    expect(await store.find('C-keep', message.ts)).toBeNull();
    expect(await store.update(changed)).toBe(false);
  });

  it('takes a ts of a channel only once', async () => {
    const store = make();
    expect(await store.insert(aMessage({ channel: 'C-once' }))).toBe(true);
    expect(await store.insert(aMessage({ channel: 'C-once' }))).toBe(false);
  });

  it('lists within its bounds, newest first, with what the viewer alone may see', async () => {
    const store = make();
    const channel = 'C-list';
    for (const [ts, visibleTo] of [
      ['1', null],
      ['2', 'U1'],
      ['3', 'U2'],
      ['4', null],
    ] as const) {
      await store.insert(aMessage({ channel, ts, visibleTo }));
    }
    const query = { channel, threadTs: null, viewer: null, before: null, after: null, limit: 10 };
    const listed = async (over: object): Promise<string[]> =>
      (await store.list({ ...query, ...over })).map((it) => it.ts);
    expect(await listed({})).toEqual(['4', '1']);
    expect(await listed({ viewer: 'U1' })).toEqual(['4', '2', '1']);
    expect(await listed({ viewer: 'U2', before: '4', after: '1' })).toEqual(['3']);
    expect(await listed({ viewer: 'U1', limit: 2 })).toEqual(['4', '2']);
  });

  it('counts the replies of threads that everybody sees, and keeps them out of the channel', async () => {
    const store = make();
    const channel = 'C-thread';
    await store.ensureChannel({ id: channel, name: 'c-thread', userId: null });
    await store.insert(aMessage({ channel, ts: '1' }));
    await store.insert(aMessage({ channel, ts: '2', threadTs: '1' }));
    await store.insert(aMessage({ channel, ts: '3', threadTs: '1' }));
    await store.insert(aMessage({ channel, ts: '4', threadTs: '1', visibleTo: 'U1' }));
    expect(await store.threads(channel, ['1', '2'])).toEqual(new Map([['1', { replies: 2, latest: '3' }]]));
    expect((await store.latest('U1')).get(channel)).toBe('1');
    expect(await store.lastTs(channel)).toBe('4');
    expect(await store.lastTs('C-none')).toBeNull();
  });

  it('adds a channel once, however often it is asked to', async () => {
    const store = make();
    const channel = { id: 'C-two', name: 'two', userId: null };
    await Promise.all([store.ensureChannel(channel), store.ensureChannel(channel)]);
    expect((await store.channels()).filter((it) => it.id === 'C-two')).toEqual([channel]);
  });
});
