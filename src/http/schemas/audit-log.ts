import { z } from 'zod';
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_KINDS,
  AUDIT_WAYS,
  type AuditEntry,
} from '../../services/ports/audit-log.ts';
import { Id, InstantIn, InstantOut, isoOf, paging, pagingOut } from './common.ts';

export const AuditLogQuery = z.object({
  ...paging,
  kind: z.enum(AUDIT_KINDS).optional().describe('Of what kind of thing. Default: any'),
  objectId: Id.optional().describe('Of the one thing with that id. Default: any'),
  actorId: Id.optional().describe('By the one key, member or integration with that id. Default: anybody'),
  action: z.enum(AUDIT_ACTIONS).optional().describe('What was done. Default: anything'),
  from: InstantIn.optional().describe('From that instant on, inclusive. Default: as far back as is kept'),
  to: InstantIn.optional().describe('Up to that instant, exclusive. Default: now'),
});

const Change = z.object({
  path: z
    .string()
    .describe(
      'Where: `rules[0].delayInMins`; at most 300 characters. `(by API key)`: the key of a request that named the member',
    ),
  from: z
    .unknown()
    .describe(
      'The value before, null for none. `(hidden)` for a secret; texts above 1,000 characters are cut and say so',
    ),
  to: z.unknown().describe('The value after, in the same form'),
});

const AuditEntryOut = z
  .object({
    id: Id.describe("The entry's id"),
    pageId: Id.nullable().describe('The page that it belongs to; null: the installation'),
    at: InstantOut.describe('When'),
    actorKind: z
      .enum(AUDIT_ACTORS)
      .describe('Who it was: an API key, a member, an integration, Tocsin itself'),
    actorId: Id.nullable().describe('The id of who it was; null for SYSTEM'),
    actorName: z.string().describe('What they were called then, at most 255 characters'),
    via: z.enum(AUDIT_WAYS).describe('By what way they came'),
    origin: z
      .string()
      .nullable()
      .describe('The address of the other end of the connection; null where it did not come by HTTP'),
    requestId: z.string().nullable().describe('What `x-request-id` said; null where it did not come by HTTP'),
    action: z.enum(AUDIT_ACTIONS).describe('What was done'),
    kind: z.enum(AUDIT_KINDS).describe('To what kind of thing'),
    objectId: Id.describe('The id of the thing'),
    objectName: z.string().describe('What it was called then, at most 255 characters'),
    changes: z
      .array(Change)
      .describe('What changed of it, at most 201 entries; where more did, one of them says how many more'),
  })
  .meta({
    id: 'AuditEntry',
    example: {
      id: 'aud_019c2d1f6a8e7000b1c2d3e4f5a6b7c8',
      pageId: 'page_019c2d1f6a8e7000b1c2d3e4f5a6b7c8',
      at: '2026-01-15T12:00:00.000Z',
      actorKind: 'KEY',
      actorId: 'key_019c2d1f6a8e7000b1c2d3e4f5a6b7c8',
      actorName: 'terraform',
      via: 'api',
      origin: '203.0.113.7',
      requestId: 'req_019c2d1f6a8e7000b1c2d3e4f5a6b7c8',
      action: 'updated',
      kind: 'escalation_policy',
      objectId: 'pol_019c2d1f6a8e7000b1c2d3e4f5a6b7c8',
      objectName: 'Day and night',
      changes: [{ path: 'rules[0].delayInMins', from: 5, to: 10 }],
    },
  });

export const AuditLog = z.object({
  auditLog: z.array(AuditEntryOut).describe('The entries, newest first'),
  ...pagingOut,
});

export function auditEntryOut(entry: AuditEntry): z.input<typeof AuditEntryOut> {
  const { at, objectKind, changes, ...rest } = entry;
  return { ...rest, at: isoOf(at), kind: objectKind, changes: [...changes] };
}
