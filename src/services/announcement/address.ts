import type { PublicPlace } from '../../core/announcement/message.ts';
import type { Context } from '../context.ts';
import type { Page } from '../ports/pages.ts';
import type { OutboundToSubscriber } from '../ports/subscriber-sender.ts';
import type { SubscriberAddress } from '../ports/subscribers.ts';

/** Where a subscriber is reached. */
export function addressOf({ email, phone, webhook }: SubscriberAddress): OutboundToSubscriber['to'] {
  if (email !== null) return { channel: 'EMAIL', address: email };
  if (phone !== null) return { channel: 'SMS', address: phone };
  return { channel: 'WEBHOOK', address: webhook ?? '' };
}

/** A page as messages name it. */
export function publicPlace(
  { settings }: Pick<Context, 'settings'>,
  { id, name, subdomain }: Pick<Page, 'id' | 'name' | 'subdomain'>,
): PublicPlace {
  return { id, name, url: `${settings.publicUrl}/public/${subdomain}` };
}
