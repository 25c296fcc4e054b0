import { z } from 'zod';
import type { Services } from '../../services/context.ts';
import {
  confirmSubscription,
  readConfirmation,
  readUnsubscription,
  unsubscribe,
} from '../../services/subscriber/by-link.ts';
import { PAGE_HEADERS } from '../html.ts';
import type { HttpApp } from '../http-app.ts';
import { confirmedPage, confirmPage, unsubscribedPage, unsubscribePage } from '../subscription-pages.ts';

const config = { access: 'public', forPeople: true } as const;
/** Longer than any other word in their place: a page may be called `confirm` too. */
const TOKEN = ':token(^[\\w-]{20,}$)';
const CONFIRM = `/public/confirm/${TOKEN}` as const;
const UNSUBSCRIBE = `/public/unsubscribe/${TOKEN}` as const;
const schema = { hide: true, params: z.object({ token: z.string().min(1) }) };

/**
 * The links in messages to subscribers. Looking changes nothing: mail scanners follow every link, so only the button
 * acts. Mail programs unsubscribe by one POST without looking (RFC 8058). The token is the secret. It needs a scope of
 * its own, because what a POST carries is not looked at.
 */
export async function subscriptionDoors(app: HttpApp, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));

  app.get(CONFIRM, { config, schema }, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(confirmPage(await readConfirmation(services, request.params.token))),
  );
  app.post(CONFIRM, { config, schema }, async (request, reply) =>
    reply
      .headers(PAGE_HEADERS)
      .send(confirmedPage(await confirmSubscription(services, request.params.token))),
  );
  app.get(UNSUBSCRIBE, { config, schema }, async (request, reply) =>
    reply
      .headers(PAGE_HEADERS)
      .send(unsubscribePage(await readUnsubscription(services, request.params.token))),
  );
  app.post(UNSUBSCRIBE, { config, schema }, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(unsubscribedPage(await unsubscribe(services, request.params.token))),
  );
}
