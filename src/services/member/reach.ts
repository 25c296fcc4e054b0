import type { Channel } from '../../core/notification/channel.ts';
import { DEFAULT_RULES, type ChannelCheck, type PlanStep } from '../../core/notification/plan.ts';
import type { Services } from '../context.ts';
import type { Member } from '../ports/members.ts';

/** How a member can be reached as things are: the steps that would be sent, and those that are left out, with the reason. */
export type Reach = {
  readonly steps: readonly PlanStep[];
  readonly leftOut: readonly (PlanStep & { readonly reason: string })[];
};

const MISSING_SETTINGS: Record<Channel, string> = {
  CHAT: 'no chat is set up here',
  EMAIL: 'SMTP_URL is not set',
  SMS: 'TWILIO_ACCOUNT_SID is not set',
  PHONE_CALL: 'phone calls are not available yet',
  WEBHOOK: 'webhooks are not available here',
};

/** Says of each channel why it does not work for a member, or null where it does. */
export function channelCheck(services: Pick<Services, 'senders'>, member: Member): ChannelCheck {
  return (channel) => {
    if (!services.senders.has(channel)) return MISSING_SETTINGS[channel];
    if ((channel === 'SMS' || channel === 'PHONE_CALL') && member.phone === null)
      return 'no phone number is known';
    if (channel === 'WEBHOOK' && member.webhookUrl === null) return 'no webhookUrl is set';
    return null;
  };
}

/** A member's reach, as the API and the chat show it. */
export function reachOf(services: Pick<Services, 'senders'>, member: Member): Reach {
  const works = channelCheck(services, member);
  const rules = member.notificationRules ?? DEFAULT_RULES;
  return {
    steps: rules.filter((rule) => works(rule.channel) === null),
    leftOut: rules.flatMap((rule) => {
      const reason = works(rule.channel);
      return reason === null ? [] : [{ ...rule, reason }];
    }),
  };
}
