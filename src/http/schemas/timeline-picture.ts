import { z } from 'zod';
import { isTimeZone } from '../../core/time/zone.ts';
import { THEMES } from '../timeline-svg/style.ts';
import { queryInt } from './common.ts';
import { QueryInstant } from './query-instant.ts';

export const DEFAULT_WIDTH = 960;

const query = z.object({
  from: QueryInstant.optional().meta({ description: 'Default: the start of this hour' }),
  to: QueryInstant.optional().meta({
    description: 'At most 366 days after `from`. Default: 14 days after it',
  }),
  zone: z
    .string()
    .max(255)
    .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/Berlin' })
    .optional()
    .meta({ description: "The clock that the axis shows, an IANA name. Default: the schedule's time zone" }),
  width: queryInt({ min: 320, max: 2_400 })
    .optional()
    .meta({ description: `In pixels; what is shown adapts to it. Default: ${DEFAULT_WIDTH}` }),
  token: z.unknown().optional().meta({
    type: 'string',
    description: "Instead of a key: the token of the address of the schedule's calendar",
  }),
});

export const SvgQuery = query.extend({
  theme: z
    .enum(THEMES)
    .default('auto')
    .meta({ description: '`auto`: as whoever looks at it has set up their screen' }),
});

export const PngQuery = query.extend({
  theme: z
    .enum(THEMES)
    .exclude(['auto'])
    .default('light')
    .meta({ description: 'On which background it stands' }),
});

/** What a route of a picture answers. */
export function pictureAnswer(type: string) {
  return {
    200: { content: { [type]: { schema: z.any().meta({ type: 'string', format: 'binary' }) } } },
    304: z.null().meta({ description: 'The picture is still the one that If-None-Match names' }),
  };
}
