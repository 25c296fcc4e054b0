import { createHash } from 'node:crypto';
import formbody from '@fastify/formbody';
import { z } from 'zod';
import { contextOf, SYSTEM, type Services } from '../../services/context.ts';
import { AppError, notFound } from '../../services/errors.ts';
import { readPublicPage } from '../../services/page/public-page.ts';
import { subscribeByEmail } from '../../services/subscriber/subscribe.ts';
import { callerNetwork } from '../caller-network.ts';
import { namesEtag } from '../etag.ts';
import { PAGE_HEADERS } from '../html.ts';
import type { HttpApp } from '../http-app.ts';
import { askedPage, publicPageHtml } from '../public-page/page.ts';
import { createRateLimit } from '../rate-limit.ts';
import { Email } from '../schemas/common.ts';

const config = { access: 'public', forPeople: true } as const;
const schema = { hide: true, params: z.object({ subdomain: z.string().min(1).max(255) }) };
/** Short enough that nobody misses an outage, long enough that a crowd is served from between. */
const CACHE = 'public, max-age=5';
/** Subscriptions a minute from one place. */
const SUBSCRIPTIONS_PER_MINUTE = 10;
const ETAG_BYTES = 16;

const Form = z.object({ email: z.string().trim().pipe(Email) });

/** The status page that everybody can see, and its form to subscribe by e-mail. */
export async function publicPageRoutes(app: HttpApp, services: Services): Promise<void> {
  const rateLimit = createRateLimit(SUBSCRIPTIONS_PER_MINUTE);
  await app.register(formbody);

  const render = shared(async (subdomain) => {
    const html = publicPageHtml(await readPublicPage(contextOf(services, SYSTEM), { subdomain }));
    return { html, etag: etagOf(html) };
  });

  app.get('/public/:subdomain', { config, schema }, async (request, reply) => {
    const { html, etag } = await render(request.params.subdomain.toLowerCase());
    reply.headers({ ...PAGE_HEADERS, 'cache-control': CACHE, etag });
    if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.send(html);
  });

  app.post('/public/:subdomain/subscribe', { config, schema }, async (request, reply) => {
    const waitS = rateLimit.take(callerNetwork(request.ip), services.clock.now());
    if (waitS > 0) {
      reply.header('retry-after', waitS);
      throw new AppError('rate_limited', `Too many subscriptions from here; try again in ${waitS} s.`);
    }
    const form = Form.safeParse(request.body);
    if (!form.success)
      throw new AppError('validation_error', 'That is no e-mail address. Go back and try again.');
    const email = form.data.email.toLowerCase();
    const { subdomain } = request.params;
    const page = await subscribeByEmail(contextOf(services, SYSTEM), { subdomain, email });
    return reply.headers(PAGE_HEADERS).send(askedPage(page));
  });

  // Whoever asks for the answer again, by its address, means the page.
  app.get('/public/:subdomain/subscribe', { config, schema }, async (request, reply) =>
    reply.redirect(`/public/${encodeURIComponent(request.params.subdomain)}`, 303),
  );

  // Doors for people answer in HTML, also where there is none.
  for (const nowhere of ['/public', '/public/*']) {
    app.all(nowhere, { config, schema: { hide: true } }, async () => {
      throw notFound('Page');
    });
  }
}

/** Those who ask for the same while it is made get the same: a crowd asks the database for no more than one reader. */
function shared<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key) => {
    const made = underWay.get(key) ?? make(key).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}

function etagOf(html: string): string {
  const hash = createHash('sha256').update(html).digest();
  return `"${hash.subarray(0, ETAG_BYTES).toString('base64url')}"`;
}
