import { z } from 'zod';

const characters = (max: number) => z.string().min(1).max(max);

/** A text without formatting, of 1 to `max` characters. */
export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: characters(max), emoji: z.boolean().optional() });

/** Either kind of text, of 1 to `max` characters. */
export const anyText = (max: number) =>
  z.discriminatedUnion('type', [
    plainText(max),
    z.strictObject({ type: z.literal('mrkdwn'), text: characters(max), verbatim: z.boolean().optional() }),
  ]);

export const identifier = z.string().min(1).max(255);

export const webAddress = z
  .string()
  .max(3_000)
  .refine((text) => URL.canParse(text), 'must be a URL');

/** The dialogue that asks before an action is done. */
export const confirmDialog = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: z.enum(['primary', 'danger']).optional(),
});

/** One choice of a menu or a group of boxes. */
export const option = z.strictObject({
  text: anyText(75),
  value: z.string().min(1).max(75),
  description: anyText(75).optional(),
  url: webAddress.optional(),
});

const optionGroup = z.strictObject({ label: plainText(75), options: z.array(option).min(1).max(100) });

export const options = (max: number) => z.array(option).min(1).max(max);
export const optionGroups = z.array(optionGroup).min(1).max(100);
