import { z } from 'zod';
import { asEpochMs, type EpochMs } from '../../core/time/instant.ts';

/** The year 1 to the year 9999: what both sides of the wire and the database can hold. */
const FIRST_INSTANT_MS = -62_135_596_800_000;
/** An offset may take an instant past it. */
const LAST_INSTANT_MS = 253_402_300_799_999;
/** PostgreSQL refuses a larger OFFSET; such a page is empty anyway. */
const MAX_OFFSET = 2_000_000_000;

/** The id of a thing in a path or a body. */
export const Id = z.string().min(1).max(255).meta({ description: 'An opaque identifier' });

/** 1 to 255 characters. */
export const Name = z.string().min(1).max(255);

/** Up to 10,000 characters, may be empty. */
export const Text = z.string().max(10_000);

export const Email = z.email().max(254);

/** An http(s) address, at most 2,000 characters. */
export const HttpUrl = z
  .string()
  .max(2_000)
  .refine(isHttpUrl, { error: 'must be an http(s) URL' })
  .meta({ format: 'uri' });

/** An instant in a request: ISO 8601 with a zone (`Z` or an offset). */
export const InstantIn = z
  .string()
  .transform((text, context): EpochMs => {
    const ms = z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : Number.NaN;
    if (ms >= FIRST_INSTANT_MS && ms <= LAST_INSTANT_MS) return asEpochMs(ms);
    context.addIssue({
      code: 'custom',
      message: 'must be an ISO 8601 date-time such as 2026-01-31T09:00:00.000Z',
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

/** An instant in an answer: `2026-01-31T09:00:00.000Z`. */
export const InstantOut = z.string().meta({ format: 'date-time' });

export function isoOf(instant: EpochMs): string {
  return new Date(instant).toISOString();
}

export function isoOrNull(instant: EpochMs | null): string | null {
  return instant === null ? null : isoOf(instant);
}

/** A whole number in a query string. */
export function queryInt(options: { min: number; max: number }) {
  const { min, max } = options;
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .transform((text, context) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= max) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** A boolean in a query string: `true` or `false` and nothing else. */
export const QueryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: [true, false] });

const PageNumber = queryInt({ min: 1, max: Number.MAX_SAFE_INTEGER }).meta({ description: 'Default: 1' });

/** `page` and `limit` of a list; spread it into the schema of a query string. */
export const paging = {
  page: PageNumber.optional(),
  limit: queryInt({ min: 1, max: 1000 }).meta({ description: 'Default: 100' }).optional(),
};

/** `page` and `per_page` of the lists under /v1 and /v2, whose answer is a bare array. */
export const familyPaging = {
  page: PageNumber.optional(),
  per_page: queryInt({ min: 1, max: 100 }).meta({ description: 'Default: 50' }).optional(),
};

export type Window = { readonly page: number; readonly limit: number; readonly offset: number };

/** What part of a list a query with `paging` asks for. */
export function windowOf(query: { page?: number | undefined; limit?: number | undefined }): Window {
  const { page = 1, limit = 100 } = query;
  return { page, limit, offset: Math.min((page - 1) * limit, MAX_OFFSET) };
}

/** What part of a list a query with `familyPaging` asks for. */
export function familyWindowOf(query: { page?: number | undefined; per_page?: number | undefined }): Window {
  return windowOf({ page: query.page, limit: query.per_page ?? 50 });
}

/** The paging fields of an answer; spread it beside the list. */
export const pagingOut = {
  total: z.number().int(),
  page: z.number().int(),
  totalPages: z.number().int(),
  limit: z.number().int(),
};

export function pagingOf(window: Window, total: number) {
  const { page, limit } = window;
  return { total, page, totalPages: Math.ceil(total / limit), limit };
}

export const Message = z.object({ message: z.string() });
export const IdParams = z.object({ id: Id });
export const PageParams = z.object({ page_id: Id });

function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}
