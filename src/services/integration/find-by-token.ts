import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';

/** What tokens are made of: anything else is no token, and some of it no text for a database. */
const TOKEN = /^[\w-]{1,255}$/;

/** Whose address a token stands in. Errors: `not_found`, for one that was replaced too. */
export async function findByToken(services: Services, token: string): Promise<Integration> {
  const integration = TOKEN.test(token) ? await services.uow.read.integrations.findByToken(token) : null;
  if (integration === null) throw new AppError('not_found', 'This address belongs to no integration');
  return integration;
}
