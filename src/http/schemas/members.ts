import { isPossiblePhoneNumber } from 'libphonenumber-js';
import { z } from 'zod';
import { CHANNELS } from '../../core/notification/channel.ts';
import { isTimeZone } from '../../core/time/zone.ts';
import type { Reach } from '../../services/member/reach.ts';
import { PERMISSIONS, type Member } from '../../services/ports/members.ts';
import { Email, HttpUrl, Id, InstantOut, isoOf, Name, PageParams } from './common.ts';

const MAX_RULES = 20;
const MAX_DELAY_MINS = 1_440;
const MAX_REMINDERS = 5;
const MAX_REMINDER_MINS = 10_080;

export const MemberParams = PageParams.extend({
  member_id: z.string().min(1).max(255).meta({ description: "A member's id or e-mail" }),
});

/** An international number as E.164 writes it: a plus and at most 15 digits. */
export const Phone = z
  .string()
  .refine((number) => /^\+[1-9]\d{6,14}$/.test(number) && isPossiblePhoneNumber(number), {
    error: 'must be a phone number in E.164 form such as +4930123456',
  })
  .meta({ example: '+4930123456' });

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/Berlin' });

const RuleIn = z.object({
  channel: z.enum(CHANNELS),
  delayInMins: z.number().min(0).max(MAX_DELAY_MINS),
});

const fields = {
  name: Name.nullish(),
  phone: Phone.nullish(),
  avatar: HttpUrl.nullish(),
  timeZone: TimeZone.optional(),
  chatUserId: z.string().min(1).max(255).nullish(),
  webhookUrl: HttpUrl.nullish(),
  notificationRules: z
    .array(RuleIn)
    .min(1)
    .max(MAX_RULES)
    .nullish()
    .meta({ description: 'How they are reached, in order; null: the default plan' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z0-9]{1,7}){0,2}$/, {
      error: 'must be a country such as DE, or a part of one such as DE-BY',
    })
    .nullish()
    .meta({ description: 'Whose public holidays count for them', example: 'DE-BY' }),
  handoffReminders: z
    .array(z.number().int().min(1).max(MAX_REMINDER_MINS))
    .max(MAX_REMINDERS)
    .optional()
    .meta({
      description: 'Minutes before a stretch on call at which they are reminded of it; empty: never',
      example: [1440, 15],
    }),
};

export const MemberCreate = z.object({ ...fields, email: Email, permission: z.enum(PERMISSIONS) });
export const MemberChange = z.object({ ...fields, permission: z.enum(PERMISSIONS).optional() });

const Rule = z.object({ channel: z.enum(CHANNELS), delayInMins: z.number() });
const User = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  avatar: z.string().nullable(),
});

export const MemberOut = z
  .object({
    id: Id,
    siteId: Id,
    user: User,
    email: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    avatar: z.string().nullable(),
    timeZone: z.string(),
    chatUserId: z.string().nullable(),
    webhookUrl: z.string().nullable(),
    webhookSecret: z
      .string()
      .optional()
      .meta({ description: 'What their webhook is signed with; shown only in the answer that made it' }),
    permission: z.enum(PERMISSIONS),
    notificationRules: z.array(Rule).nullable(),
    country: z.string().nullable(),
    handoffReminders: z.array(z.number()),
    reach: z
      .object({ steps: z.array(Rule), leftOut: z.array(Rule.extend({ reason: z.string() })) })
      .meta({ description: 'Which steps would reach them as things are, and which would not, and why' }),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'Member' });

export function memberOut(
  member: Member,
  reach: Reach,
  newSecret: string | null = null,
): z.input<typeof MemberOut> {
  const {
    id,
    pageId,
    email,
    name,
    avatar,
    webhookSecret: _secret,
    notificationRules,
    handoffReminders,
    createdAt,
    updatedAt,
    ...rest
  } = member;
  return {
    ...rest,
    id,
    siteId: pageId,
    user: { id, name, email, avatar },
    email,
    name,
    avatar,
    ...(newSecret === null ? {} : { webhookSecret: newSecret }),
    notificationRules: notificationRules?.map((rule) => ({ ...rule })) ?? null,
    handoffReminders: [...handoffReminders],
    reach: {
      steps: reach.steps.map((step) => ({ ...step })),
      leftOut: reach.leftOut.map((left) => ({ ...left })),
    },
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
