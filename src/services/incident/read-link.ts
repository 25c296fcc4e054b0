import { z } from 'zod';
import type { Incident } from '../../core/incident/types.ts';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Member } from '../ports/members.ts';

/** What a signed link stands for; without a member it only shows the incident. */
export type LinkedIncident = { readonly incident: Incident; readonly member: Member | null };

const Payload = z.object({ i: z.string(), m: z.string().optional() });

/**
 * Reads the token of a link to an incident. Errors: `not_found` for a token that is not ours, an incident or member that
 * is gone, and a member of another page.
 */
export async function readLink(services: Services, token: string): Promise<LinkedIncident> {
  const { incidents, members } = services.uow.read;
  const payload = Payload.safeParse(json(services.links.read(token)));
  if (!payload.success) throw gone();
  const { i, m } = payload.data;
  const [incident, member] = await Promise.all([incidents.find(i), m === undefined ? null : members.find(m)]);
  const isForeign = m !== undefined && member?.pageId !== incident?.pageId;
  if (incident === null || isForeign) throw gone();
  return { incident, member };
}

function gone(): AppError {
  return new AppError('not_found', 'This link is not valid, or not any more.');
}

function json(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
