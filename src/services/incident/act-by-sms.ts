import { parseSmsReply } from '../../core/notification/sms-reply.ts';
import { contextOf, type Origin, type Services } from '../context.ts';
import { acknowledge } from './acknowledge.ts';
import { resolve } from './resolve.ts';

const HELP = 'Reply A <number> to acknowledge an incident or R <number> to resolve it, for example: A 12.';

/** Does what an SMS asks for, as the member who has that number, and answers what to send back. */
export async function actBySms(
  services: Services,
  input: { from: string; text: string; origin?: Origin },
): Promise<string> {
  const { members, incidents } = services.uow.read;
  const senders = await members.findByPhone(input.from);
  if (senders.length === 0) return 'This number belongs to no member here, so nothing was done.';
  const reply = parseSmsReply(input.text);
  if (reply.kind === 'unclear') return HELP;
  const incident = await incidents.findByNumber(reply.number);
  // One person may be a member of several pages; they act as the member of the incident's page.
  const member = senders.find((candidate) => candidate.pageId === incident?.pageId);
  if (incident === null || member === undefined) return `There is no incident #${reply.number}. ${HELP}`;
  const ctx = contextOf(
    services,
    { kind: 'member', memberId: member.id, name: member.name ?? member.email, via: 'sms' },
    input.origin,
  );
  const act = reply.kind === 'acknowledge' ? acknowledge : resolve;
  const { said } = await act(ctx, { incidentId: incident.id });
  return said;
}
