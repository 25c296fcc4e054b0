import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../services/errors.ts';
import type { Access } from './access.ts';
import { doorForPeople } from './door.ts';
import type { Hub } from './hub.ts';
import { BOT, SLACKBOT_ID, TEAM } from './identity.ts';
import type { OutboxEntry } from './outbox.ts';
import { PAGE_HEADERS, registerPageFiles } from './page-files.ts';
import { channelFor, personOf, type ActDeps } from './person/context.ts';
import { parsed } from './person/parsed.ts';
import type { SandboxMessage } from './store.ts';
import { viewJson } from './views.ts';
import { pageMessageJson } from './wire.ts';

const MESSAGES_AT_ONCE = 60;
const MAX_REPLIES = 999;

const stateQuery = z.object({ as: z.string().optional() });
const messagesQuery = z.object({ as: z.string(), channel: z.string(), before: z.string().optional() });
const threadQuery = z.object({ as: z.string(), channel: z.string(), ts: z.string() });

/** The page itself and what it reads: `/sandbox` and the GETs below it. */
export function registerPage(
  app: FastifyInstance,
  deps: ActDeps & {
    access: Access;
    hub: Hub;
    channelNames: readonly string[];
    outbox(): Promise<readonly OutboxEntry[]>;
  },
): void {
  const { workspace, store, views, access, hub } = deps;
  const { index } = registerPageFiles(app);

  const withThreads = async (channel: string, messages: readonly SandboxMessage[]) => {
    const threads = await store.threads(
      channel,
      messages.map((it) => it.ts),
    );
    return messages.map((it) => pageMessageJson(it, threads.get(it.ts)));
  };

  app.get('/sandbox', doorForPeople, (_request, reply) => reply.type('text/html; charset=utf-8').send(index));

  app.get('/sandbox/state', doorForPeople, async (request) => {
    const as = parsed(stateQuery, request.query).as ?? '';
    for (const name of deps.channelNames) await workspace.openNamed(name);
    await workspace.openDirect(as);
    const latest = await store.latest(as);
    // Other people's direct messages too: the page says who else was paged, and one may be anybody.
    const channels = await workspace.channels();
    return {
      team: TEAM.name,
      bot: { userId: BOT.userId, name: BOT.name },
      slackbot: SLACKBOT_ID,
      people: await workspace.people(),
      channels: channels.map((it) => ({ ...it, latest: latest.get(it.id) ?? null })),
      commands: deps.commands,
      shortcuts: deps.shortcuts,
      views: views.stack(as).map((it) => viewJson(it)),
    };
  });

  app.get('/sandbox/messages', doorForPeople, async (request) => {
    const query = parsed(messagesQuery, request.query);
    const person = await personOf(deps, query.as);
    const channel = await channelFor(deps, person, query.channel);
    const found = await store.list({
      channel: channel.id,
      threadTs: null,
      viewer: person.userId,
      before: query.before ?? null,
      after: null,
      limit: MESSAGES_AT_ONCE + 1,
    });
    const messages = found.slice(0, MESSAGES_AT_ONCE).toReversed();
    return { messages: await withThreads(channel.id, messages), hasMore: found.length > MESSAGES_AT_ONCE };
  });

  app.get('/sandbox/thread', doorForPeople, async (request) => {
    const query = parsed(threadQuery, request.query);
    const person = await personOf(deps, query.as);
    const channel = await channelFor(deps, person, query.channel);
    const parent = await store.find(channel.id, query.ts);
    const replies = await store.list({
      channel: channel.id,
      threadTs: query.ts,
      viewer: person.userId,
      before: null,
      after: null,
      limit: MAX_REPLIES,
    });
    return {
      messages: await withThreads(channel.id, [
        ...(parent === null ? [] : [parent]),
        ...replies.toReversed(),
      ]),
    };
  });

  app.get('/sandbox/outbox', doorForPeople, async () => ({ entries: await deps.outbox() }));

  app.get('/sandbox/events', doorForPeople, (_request, reply) => {
    reply.raw.writeHead(200, {
      ...PAGE_HEADERS,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.hijack();
    if (!hub.join(reply.raw)) reply.raw.end();
  });

  app.all('/sandbox/*', doorForPeople, () => {
    throw new AppError('not_found', 'There is nothing here. The sandbox is at /sandbox.');
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const key = z.object({ key: z.string().min(1) }).safeParse(request.query);
    if (request.routeOptions.url === '/sandbox' && key.success && (await access.enter(key.data.key, reply)))
      return reply;
    return access.check(request);
  });
}
