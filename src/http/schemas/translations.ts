import { z } from 'zod';
import { Name, Text } from './common.ts';

const MAX_FIELDS = 50;
const MAX_LANGUAGES = 100;
/** All texts of a thing together: lists answer them of every thing. */
const MAX_CHARS = 50_000;

/** An object of at most so many names. */
const named = <Value extends z.ZodType>(value: Value, most: number, things: string) =>
  z
    .record(Name, value)
    .refine((object) => Object.keys(object).length <= most, { error: `must have at most ${most} ${things}` })
    .meta({ maxProperties: most });

/** Texts in other languages, as sent. Null clears them. */
export const TranslationsIn = named(named(Text, MAX_LANGUAGES, 'languages'), MAX_FIELDS, 'fields')
  .refine((sent) => JSON.stringify(sent).length <= MAX_CHARS, {
    error: `must have at most ${MAX_CHARS} characters in all`,
  })
  .nullable()
  .transform((sent) => sent ?? {})
  .optional()
  .meta({
    description:
      'Texts in other languages, by field and language: {"name": {"de": "Kasse"}}; at most 50 fields of 100 languages, names of 1 to 255 characters, texts of up to 10,000, 50,000 in all. Kept as a whole and answered; the public page and messages show none of them. {} or null: none',
  });

export const TranslationsOut = z
  .record(z.string(), z.record(z.string(), z.string()))
  .meta({ description: 'Texts in other languages, by field and language, as they were sent; empty: none' });
