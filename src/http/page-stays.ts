import type { FastifyRequest } from 'fastify';
import type { Services } from '../services/context.ts';
import { invalid } from '../services/errors.ts';
import { requirePage } from './auth.ts';

/**
 * For a body that changes a thing and names its page as well, as clients do that send back what they got: 404 where the
 * page is unknown or not the key's, 400 naming `path` where it is another than the thing's.
 */
export async function requireSamePage(
  services: Services,
  request: FastifyRequest,
  page: { readonly path: string; readonly sent: string | undefined; readonly actual: string },
): Promise<void> {
  if (page.sent === undefined || page.sent === page.actual) return;
  await requirePage(services, request, page.sent);
  throw invalid(page.path, 'cannot be changed');
}
