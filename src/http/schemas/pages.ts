import { z } from 'zod';
import { IMPACTS } from '../../core/incident/types.ts';
import { pageStatus } from '../../core/page/page-status.ts';
import { withGroups } from '../../services/component/list.ts';
import type { PageWithComponents } from '../../services/page/create.ts';
import { Email, HttpUrl, Id, InstantOut, isoOf, Name, Text } from './common.ts';
import { ComponentOut, componentOut, type Uptimes } from './components.ts';

const MAX_COMPONENTS = 500;
const Word = z.string().max(255).nullish();
const Long = Text.nullish();
const Flag = z.boolean().nullish();
const Url = z.union([HttpUrl, z.literal('')]).nullish();

/** How the public page looks. All of it optional; null clears. What is not listed here is ignored. */
const SETTINGS = {
  logoUrl: Url,
  faviconUrl: Url,
  websiteUrl: Url,
  publicEmail: z.union([Email, z.literal('')]).nullish(),
  customDomain: Word,
  twitter: Word,
  language: Word,
  color: Word,
  brandColor: Word,
  okColor: Word,
  disruptedColor: Word,
  degradedColor: Word,
  downColor: Word,
  noticeColor: Word,
  unknownColor: Word,
  googleAnalytics: Word,
  smsService: z.enum(['twilio', 'vonage', 'esendex', 'messagebird', 'sns']).nullish(),
  useLargeHeader: Flag,
  disableDarkMode: Flag,
  subscribeBySms: Flag,
  private: Flag,
  useAllowList: Flag,
  allowList: z.array(z.string().max(255)).max(1_000).nullish(),
  onboarded: Flag,
  htmlInMeta: Long,
  htmlAboveHeader: Long,
  htmlBelowHeader: Long,
  htmlAboveFooter: Long,
  htmlBelowFooter: Long,
  htmlBelowSummary: Long,
  cssGlobal: Long,
  launchDate: Word,
  dateFormat: Word,
  dateFormatShort: Word,
  timeFormat: Word,
  translations: z.record(z.string(), z.record(z.string(), Text)).nullish(),
};
const SettingsIn = z.object(SETTINGS);
type Settings = z.output<typeof SettingsIn>;

/** A DNS label; it is kept in lower case. */
const Subdomain = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, {
    error: 'must be 1 to 63 letters, digits and inner hyphens',
  })
  .transform((label) => label.toLowerCase());

/** A channel's id, or its name behind a `#`. */
const ChatChannel = z
  .string()
  .regex(/^#?[\p{L}\p{N}._-]{1,80}$/u, { error: 'must be a channel id or #name' })
  .meta({ description: "Where this page's cards go: a channel's id or #name" });

export const PageCreate = z.object({
  ...SETTINGS,
  name: Name,
  subdomain: Subdomain,
  email: Email,
  chatChannel: ChatChannel.nullish(),
  components: z
    .array(Name)
    .max(MAX_COMPONENTS)
    .optional()
    .meta({ description: 'Names of its first components' }),
});

export const PageChange = z.object({
  ...SETTINGS,
  name: Name.optional(),
  subdomain: Subdomain.optional(),
  email: Email.optional(),
  chatChannel: ChatChannel.nullish(),
});

export const PageOut = z
  .object({
    ...SETTINGS,
    id: Id,
    name: z.string(),
    subdomain: z.string(),
    email: z.string(),
    chatChannel: z.string().nullable(),
    status: z.string().meta({
      description: 'UP, or ALL, SOME or ONE followed by the worst component status',
      examples: ['UP', ...IMPACTS.slice(1).map((impact) => `SOME${impact}`)],
    }),
    createdAt: InstantOut,
    updatedAt: InstantOut,
    secureLink: z
      .string()
      .nullable()
      .meta({ description: 'Always null: a private page has no address that opens it' }),
    components: z.array(ComponentOut),
  })
  .meta({ id: 'Page' });

const DEFAULTS = {
  ...Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, null])),
  language: 'en',
  useLargeHeader: false,
  disableDarkMode: false,
  subscribeBySms: false,
  private: false,
  useAllowList: false,
  allowList: [],
  onboarded: true,
  translations: {},
};

/** Those of a body's fields that are presentation, as they are stored. */
export function settingsOf(body: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name in SETTINGS && value !== undefined),
  );
}

export function pageOut({ page, components }: PageWithComponents, uptimes: Uptimes): z.input<typeof PageOut> {
  const { settings, createdAt, updatedAt, ...rest } = page;
  const shown = Object.entries(settings).filter(([, value]) => value !== null);
  return {
    ...DEFAULTS,
    // Only validated settings are ever stored.
    ...(Object.fromEntries(shown) as Settings),
    ...rest,
    status: pageStatus(components.filter((c) => c.archivedAt === null).map((c) => c.status)),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
    secureLink: null,
    components: withGroups(components).map((grouped) => componentOut(grouped, uptimes)),
  };
}
