import { z } from 'zod';
import type { SubscriberAddress, Subscriber } from '../../services/ports/subscribers.ts';
import { Email, familyPaging, HttpUrl, Id, InstantOut, isoOf, PageParams } from './common.ts';
import { MAX_ELEMENTS } from './elements.ts';
import { Phone } from './members.ts';

const ADDRESSES = ['email', 'phone', 'webhook'] as const;

export const SubscriberParams = PageParams.extend({
  subscriber_id: Id.meta({ description: 'The subscriber' }),
});

export const SubscribersQuery = z.object({
  ...familyPaging,
  search: z.string().max(255).optional().meta({ description: 'Part of an address or name, in any case' }),
});

export const SubscriberCreate = z
  .object({
    email: Email.nullish().meta({ description: 'Where e-mails go; kept in lower case' }),
    phone: Phone.nullish().meta({ description: 'Where SMS go, in E.164 form' }),
    webhook: HttpUrl.nullish().meta({ description: 'Where announcements are POSTed, signed; http or https' }),
    webhookEmail: Email.nullish().meta({
      description: 'Gets by e-mail what the webhook could not be told',
    }),
    all: z.boolean().optional().meta({
      description: 'Told of everything. Default: true without `components`, else false',
    }),
    autoConfirm: z
      .boolean()
      .optional()
      .meta({ description: 'Confirmed at once, and not asked. Default: false; a webhook is never asked' }),
    components: z
      .array(Id)
      .max(MAX_ELEMENTS)
      .nullish()
      .meta({ description: 'Told of these components of the page, and of those in a group among them' }),
    language: z.string().min(2).max(35).optional().meta({ description: 'Kept; messages are in English' }),
  })
  .superRefine((body, context) => {
    const given = ADDRESSES.filter((name) => (body[name] ?? null) !== null);
    if (given.length === 1) return;
    const message =
      given.length === 0
        ? 'one of email, phone and webhook is required'
        : 'only one of email, phone and webhook can be given';
    for (const path of given.length === 0 ? ['email'] : given.slice(1)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  })
  .meta({ id: 'AddSubscriberRequest', example: { email: 'reader@example.com', autoConfirm: true } });

const Nothing = z.null().meta({ description: 'Not used here' });
const Never = z.literal(false).meta({ description: 'Always false here' });
const Site = z
  .object({ id: Id.meta({ description: 'The id of the page' }) })
  .meta({ description: 'The page that it belongs to' });

const addresses = {
  email: z.string().nullable().meta({ description: 'An e-mail address, or null' }),
  phone: z.string().nullable().meta({ description: 'A phone number in E.164 form, or null' }),
  webhook: z.string().nullable().meta({ description: 'An http(s) URL, or null' }),
  webhookEmail: z.string().nullable().meta({ description: 'Written to where the webhook fails' }),
};
const Confirmed = z.boolean().meta({ description: 'Whether it is told of anything' });
const All = z.boolean().meta({ description: 'Told of everything, not of `components` alone' });

export const SubscriberOut = z
  .object({
    id: Id,
    ...addresses,
    confirmed: Confirmed,
    all: All,
    components: z.array(Id).meta({ description: 'The ids of the components that it chose' }),
  })
  .meta({ id: 'Subscriber' });

export const SubscriberDetailOut = SubscriberOut.extend({
  name: z.string().nullable().meta({ description: 'What it is called, where that is known' }),
  createdAt: InstantOut.meta({ description: 'When it was added' }),
  updatedAt: InstantOut.meta({ description: 'When it was last changed' }),
  siteId: Id.meta({ description: 'The page that it belongs to' }),
  unsubscribeToken: z.string().meta({ description: 'The end of its /public/unsubscribe/<token> address' }),
  discord: Nothing,
  discordTeam: Nothing,
  slack: Nothing,
  slackTeam: Nothing,
  language: z.string().meta({ description: 'As it was sent; messages are in English' }),
  company: Nothing,
  microsoftTeamsWebhook: Nothing,
  googleChatWebhook: Nothing,
  googleChatSpace: Nothing,
  failedAttempts: z.number().int().meta({ description: 'How many messages in a row were given up' }),
  approved: z.literal(true).meta({ description: 'Nobody has to approve it' }),
  importedFromStatuspage: Never,
  hideUnsubLink: Never,
  webhookIncidentBody: Nothing,
  webhookMaintenanceBody: Nothing,
  webhookComponentBody: Nothing,
  webhookHttpMethod: z.literal('POST').meta({ description: 'How webhooks are called' }),
  webhookHeaders: Nothing,
  webhookQueryParams: Nothing,
  site: Site,
}).meta({ id: 'SubscriberDetail' });

export const SubscriberRemoved = z
  .object({
    id: Id,
    name: z.string().nullable().meta({ description: 'What it was called' }),
    ...addresses,
    discord: Nothing,
    microsoftTeamsWebhook: Nothing,
    company: Nothing,
    site: Site,
  })
  .meta({ id: 'RemovedSubscriber' });

/** The one address of a body that was validated. */
export function addressIn(body: z.output<typeof SubscriberCreate>): SubscriberAddress {
  const { email, phone, webhook } = body;
  return { email: email?.toLowerCase() ?? null, phone: phone ?? null, webhook: webhook ?? null };
}

export function subscriberOut(subscriber: Subscriber): z.input<typeof SubscriberOut> {
  const { id, email, phone, webhook, webhookEmail, confirmed, all, components } = subscriber;
  return { id, email, phone, webhook, webhookEmail, confirmed, all, components: [...components] };
}

export function subscriberDetailOut(subscriber: Subscriber): z.input<typeof SubscriberDetailOut> {
  const { name, pageId, unsubscribeToken, language, failedAttempts, createdAt, updatedAt } = subscriber;
  return {
    ...subscriberOut(subscriber),
    name,
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
    siteId: pageId,
    unsubscribeToken,
    discord: null,
    discordTeam: null,
    slack: null,
    slackTeam: null,
    language,
    company: null,
    microsoftTeamsWebhook: null,
    googleChatWebhook: null,
    googleChatSpace: null,
    failedAttempts,
    approved: true,
    importedFromStatuspage: false,
    hideUnsubLink: false,
    webhookIncidentBody: null,
    webhookMaintenanceBody: null,
    webhookComponentBody: null,
    webhookHttpMethod: 'POST',
    webhookHeaders: null,
    webhookQueryParams: null,
    site: { id: pageId },
  };
}

export function subscriberRemovedOut(subscriber: Subscriber): z.input<typeof SubscriberRemoved> {
  const { id, name, email, phone, webhook, webhookEmail, pageId } = subscriber;
  return {
    id,
    name,
    email,
    phone,
    webhook,
    webhookEmail,
    discord: null,
    microsoftTeamsWebhook: null,
    company: null,
    site: { id: pageId },
  };
}
