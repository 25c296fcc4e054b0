import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../services/errors.ts';
import { doorForPeople } from '../door.ts';
import { SlackError } from '../slack-error.ts';
import { command, say } from './command.ts';
import { channelFor, messageFor, personOf, type ActDeps } from './context.ts';
import { parsed } from './parsed.ts';
import { shortcut, useMessage, useView } from './press.ts';
import { close, submit } from './submit.ts';

const as = z.string();
const raw = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
const values = z.record(z.string(), z.record(z.string(), raw)).default({});
const press = z.object({ blockId: z.string(), actionId: z.string(), value: raw.default(null), values });

const sayBody = z.object({
  as,
  channel: z.string(),
  text: z.string().trim().min(1).max(4_000),
  threadTs: z.string().nullable().default(null),
});
const onMessageBody = z.object({ as, channel: z.string(), ts: z.string(), press });
const onViewBody = z.object({ as, viewId: z.string(), press });
const submitBody = z.object({ as, viewId: z.string(), values });
const closeBody = z.object({ as, viewId: z.string(), everything: z.boolean().default(false) });
const dismissBody = z.object({ as, channel: z.string(), ts: z.string() });
const shortcutBody = z.object({
  as,
  callbackId: z.string(),
  on: z.object({ channel: z.string(), ts: z.string() }).nullable().default(null),
});

/** What a person does on the page: each POST answers what they are told at once (`{error: null}` when all went well). */
export function registerPerson(app: FastifyInstance, deps: ActDeps): void {
  // Only JSON is taken, which no other site's page can send unasked.
  app.addHook('preHandler', async (request) => {
    if (
      request.method === 'POST' &&
      request.headers['content-type']?.startsWith('application/json') !== true
    ) {
      throw new AppError('unsupported_media_type', 'The sandbox reads JSON here.');
    }
  });

  app.post('/sandbox/do/say', doorForPeople, async (request) => {
    const body = parsed(sayBody, request.body);
    const person = await personOf(deps, body.as);
    const channel = await channelFor(deps, person, body.channel);
    if (body.text.startsWith('/')) return command(deps, { person, channel, line: body.text });
    try {
      await say(deps, { person, channel, text: body.text, threadTs: body.threadTs });
      return { error: null };
    } catch (error) {
      if (error instanceof SlackError) return { error: error.message };
      throw error;
    }
  });

  app.post('/sandbox/do/use-message', doorForPeople, async (request) => {
    const body = parsed(onMessageBody, request.body);
    const person = await personOf(deps, body.as);
    const channel = await channelFor(deps, person, body.channel);
    return useMessage(deps, { person, channel, ts: body.ts, press: body.press });
  });

  app.post('/sandbox/do/use-view', doorForPeople, async (request) => {
    const body = parsed(onViewBody, request.body);
    return useView(deps, { person: await personOf(deps, body.as), viewId: body.viewId, press: body.press });
  });

  app.post('/sandbox/do/submit', doorForPeople, async (request) => {
    const body = parsed(submitBody, request.body);
    return submit(deps, { person: await personOf(deps, body.as), viewId: body.viewId, values: body.values });
  });

  app.post('/sandbox/do/close', doorForPeople, async (request) => {
    const body = parsed(closeBody, request.body);
    const person = await personOf(deps, body.as);
    return close(deps, { person, viewId: body.viewId, everything: body.everything });
  });

  app.post('/sandbox/do/shortcut', doorForPeople, async (request) => {
    const body = parsed(shortcutBody, request.body);
    const person = await personOf(deps, body.as);
    const on =
      body.on === null ? null : { channel: await channelFor(deps, person, body.on.channel), ts: body.on.ts };
    return shortcut(deps, { person, callbackId: body.callbackId, on });
  });

  app.post('/sandbox/do/dismiss', doorForPeople, async (request) => {
    const body = parsed(dismissBody, request.body);
    const person = await personOf(deps, body.as);
    const message = await messageFor(deps, person, await channelFor(deps, person, body.channel), body.ts);
    if (message.visibleTo !== person.userId)
      throw new AppError('forbidden', 'Only private messages can be dismissed.');
    await deps.workspace.remove(message);
    return { error: null };
  });
}
