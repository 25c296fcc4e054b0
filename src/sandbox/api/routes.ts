import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logger.ts';
import { door } from '../door.ts';
import { isObject } from '../json.ts';
import { sameText } from '../response-urls.ts';
import { SlackError } from '../slack-error.ts';
import { callArgs } from './call-args.ts';
import * as chat from './chat.ts';
import * as conversations from './conversations.ts';
import type { ApiContext, Method } from './method.ts';
import * as users from './users.ts';
import * as views from './views.ts';

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['api.test', () => Promise.resolve({})],
  ['auth.test', users.authTest],
  ['chat.delete', chat.remove],
  ['chat.postEphemeral', chat.postEphemeral],
  ['chat.postMessage', chat.postMessage],
  ['chat.update', chat.update],
  ['conversations.history', conversations.history],
  ['conversations.info', conversations.info],
  ['conversations.join', conversations.join],
  ['conversations.list', conversations.list],
  ['conversations.members', conversations.members],
  ['conversations.open', conversations.open],
  ['conversations.replies', conversations.replies],
  ['users.info', users.info],
  ['users.list', users.list],
  ['users.lookupByEmail', users.lookupByEmail],
  ['views.open', views.open],
  ['views.push', views.push],
  ['views.update', views.update],
]);

/** The methods under `/sandbox/api/`, which the bot calls with its token as it would call the service's. */
export function registerApi(
  app: FastifyInstance,
  context: ApiContext,
  options: { botToken: string; log: Logger },
): void {
  app.post<{ Params: { method: string } }>('/sandbox/api/:method', door, async (request) => {
    const body = isObject(request.body) ? request.body : {};
    const isJsonBody = request.headers['content-type']?.startsWith('application/json') ?? false;
    try {
      checkToken(request.headers.authorization ?? body['token'], options.botToken);
      const method = METHODS.get(request.params.method);
      if (method === undefined) throw new SlackError('unknown_method');
      return { ok: true, ...(await method(context, callArgs(body, isJsonBody))) };
    } catch (error) {
      if (!(error instanceof SlackError)) {
        options.log.error({ err: error, method: request.params.method }, 'sandbox method failed');
        return { ok: false, error: 'internal_error' };
      }
      options.log.debug({ method: request.params.method, code: error.code }, 'sandbox refused a call');
      return {
        ok: false,
        error: error.code,
        ...(error.messages.length > 0 && {
          errors: error.messages,
          response_metadata: { messages: error.messages },
        }),
      };
    }
  });
}

function checkToken(given: unknown, botToken: string): void {
  if (typeof given !== 'string' || given === '') throw new SlackError('not_authed');
  if (!sameText(given.replace(/^Bearer\s+/i, ''), botToken)) throw new SlackError('invalid_auth');
}
