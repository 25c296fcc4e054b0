import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logger.ts';
import { door } from './door.ts';
import { readAnswer, type AppAnswer } from './person/read-answer.ts';
import type { ResponseTarget, ResponseUrls } from './response-urls.ts';
import { SlackError } from './slack-error.ts';
import type { SandboxStore } from './store.ts';
import type { Workspace } from './workspace.ts';

/** `POST /sandbox/response/<token>`: where the app answers what a person did, as the service's `response_url`. */
export function registerResponseUrl(
  app: FastifyInstance,
  deps: { responseUrls: ResponseUrls; workspace: Workspace; store: SandboxStore; log: Logger },
): void {
  // A wildcard, because named parameters end at 100 characters.
  app.post<{ Params: { '*': string } }>('/sandbox/response/*', door, async (request, reply) => {
    const target = deps.responseUrls.redeem(request.params['*']);
    if (typeof target === 'string') return reply.code(404).send({ ok: false, error: target });
    try {
      const answer = readAnswer({ isJson: true, body: JSON.stringify(request.body ?? {}) });
      if (answer !== null) await apply(deps, target, answer);
      return await reply.type('text/plain').send('ok');
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      deps.log.warn({ code: error.code, problems: error.messages }, 'sandbox refused an answer');
      return reply.code(400).send({ ok: false, error: error.code, errors: error.messages });
    }
  });
}

async function apply(
  { workspace, store }: { workspace: Workspace; store: SandboxStore },
  target: ResponseTarget,
  answer: AppAnswer,
): Promise<void> {
  const channel = await workspace.channelById(target.channel);
  if (channel === undefined) throw new SlackError('channel_not_found');
  const original = target.ts === null ? null : await store.find(channel.id, target.ts);
  if (answer.deletesOriginal || answer.replacesOriginal) {
    if (original === null || original.deleted) throw new SlackError('message_not_found');
    if (answer.deletesOriginal) await workspace.remove(original);
    else await workspace.change(original, answer.content);
    return;
  }
  await workspace.answer(channel, answer.content, {
    to: answer.isPublic ? null : target.userId,
    threadTs: answer.threadTs,
  });
}
