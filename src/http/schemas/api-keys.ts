import { z } from 'zod';
import { SCOPES, type ApiKey } from '../../services/ports/api-keys.ts';
import { Id, InstantIn, InstantOut, isoOf, isoOrNull, Name, pagingOut } from './common.ts';

export const ApiKeyCreate = z.object({
  name: Name,
  scope: z.enum(SCOPES).meta({ description: 'read < write < admin' }),
  pageId: Id.nullish().meta({
    description: 'The one page that the key opens. Default: all, or the page of the key used',
  }),
  expiresAt: InstantIn.nullish(),
});

const ApiKeyOut = z
  .object({
    id: Id,
    name: z.string(),
    scope: z.enum(SCOPES),
    pageId: Id.nullable(),
    prefix: z.string().meta({ description: 'The first characters of the key' }),
    createdAt: InstantOut,
    expiresAt: InstantOut.nullable(),
    lastUsedAt: InstantOut.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' });

export const ApiKeyCreated = z.object({
  apiKey: ApiKeyOut,
  key: z.string().meta({ description: 'The key itself, shown this once' }),
});
export const ApiKeyList = z.object({ apiKeys: z.array(ApiKeyOut), ...pagingOut });

export function apiKeyOut(key: ApiKey): z.input<typeof ApiKeyOut> {
  const { id, name, scope, pageId, prefix, createdAt, expiresAt, lastUsedAt } = key;
  return {
    id,
    name,
    scope,
    pageId,
    prefix,
    createdAt: isoOf(createdAt),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  };
}
