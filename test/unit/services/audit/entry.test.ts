import { describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../../src/core/time/instant.ts';
import { auditEntryOf } from '../../../../src/services/audit/entry.ts';
import type { Actor, Context, Origin } from '../../../../src/services/context.ts';

const KEY: Actor = { kind: 'key', keyId: 'key_1', name: 'ci' };
const contextOf = (actor: Actor, origin: Origin | null = null) =>
  ({ actor, origin, now: asEpochMs(0), ids: { next: () => 'aud_1' } }) as unknown as Context;

function entryOf(before: object | null, after: object | null, name = 'A thing') {
  return auditEntryOf(contextOf(KEY), {
    action: 'updated',
    kind: 'monitor',
    id: 'mon_1',
    name,
    pageId: 'page_1',
    before,
    after,
  });
}
const shown = (field: string, value: unknown) =>
  entryOf({ [field]: null }, { [field]: value })?.changes[0]?.to;

describe('an entry of the audit log', () => {
  it('shows instants as such, and other numbers as numbers', () => {
    expect(shown('startDate', 1_767_603_600_000)).toBe('2026-01-05T09:00:00.000Z');
    expect(shown('until', 1_767_603_600_000)).toBe('2026-01-05T09:00:00.000Z');
    expect(shown('repeatCount', 1_767_603_600_000)).toBe(1_767_603_600_000);
    expect(shown('start', 9)).toBe(9);
  });

  it('hides the addresses that messages are posted to, and shows whom others reach', () => {
    for (const field of ['recipient', 'webhookUrl', 'webhook_url', 'webhook']) {
      expect(shown(field, 'https://hooks.example/T0/abc')).toBe('(hidden)');
    }
    expect(shown('recipient', 'ann@x.test')).toBe('ann@x.test');
    expect(shown('recipient', '#ops')).toBe('#ops');
    expect(shown('phone', '+4930123456')).toBe('+…56');
  });

  it('takes credentials out of addresses and texts that have no field of their own', () => {
    expect(shown('url', 'https://ann:pw@a.test/x?page=2&access_key=abc#top')).toBe(
      'https://ann:[redacted]@a.test/x?page=2&access_key=[redacted]#top',
    );
    for (const hook of [
      'https://hooks.slack.com/services/T0/B0/abcdef',
      'https://discord.com/api/webhooks/1/abcdef',
      'https://canary.discord.com/api/v10/webhooks/1/abcdef',
      'https://acme.webhook.office.com/webhookb2/abcdef',
      'https://prod-1.westeurope.logic.azure.com:443/workflows/abcdef?sig=abcdef',
      'https://chat.googleapis.com/v1/spaces/S/messages?key=abcdef&token=abcdef',
    ]) {
      expect(shown('url', hook)).not.toContain('abcdef');
      expect(shown('note', `see ${hook} there`)).toMatch(/^see https:.* there$/);
    }
    expect(entryOf({ a: 1 }, { a: 2 }, 'https://a.test/secret/place')?.objectName).toBe('a.test');
  });

  it('is none where an update changed nothing', () => {
    expect(entryOf({ a: 1, updatedAt: 1 }, { a: 1, updatedAt: 2 })).toBeNull();
  });

  it('stays small, however long names and texts are', () => {
    const entry = entryOf({ text: '' }, { text: 'x'.repeat(10_000) }, 'n'.repeat(1_000));
    expect(entry?.objectName).toHaveLength(255);
    expect(String(entry?.changes[0]?.to)).toHaveLength(1_000);
    expect(String(entry?.changes[0]?.to)).toMatch(/cut from 10000 characters/);
  });

  it('names the actor, and beside a member the key that named them', () => {
    const origin = { address: '203.0.113.7', requestId: 'req_1', key: { id: 'key_1', name: 'ci' } };
    const ann: Actor = { kind: 'member', memberId: 'mbr_1', name: 'Ann', via: 'api' };
    const change = { action: 'noted', kind: 'incident', id: 'i', name: 'n', pageId: 'p' } as const;
    const said = { before: null, after: { text: 'hm' } };
    expect(auditEntryOf(contextOf(ann, origin), { ...change, ...said })).toMatchObject({
      actorKind: 'MEMBER',
      actorId: 'mbr_1',
      via: 'api',
      origin: '203.0.113.7',
      requestId: 'req_1',
      changes: [
        { path: 'text', from: null, to: 'hm' },
        { path: '(by API key)', from: null, to: 'ci (key_1)' },
      ],
    });
    const integration: Actor = { kind: 'integration', integrationId: 'int_1', name: 'Grafana' };
    expect(auditEntryOf(contextOf(integration), { ...change, ...said })).toMatchObject({
      actorKind: 'INTEGRATION',
      actorId: 'int_1',
      via: 'inbound',
      origin: null,
    });
    expect(auditEntryOf(contextOf({ kind: 'system' }), { ...change, ...said })).toMatchObject({
      actorKind: 'SYSTEM',
      actorId: null,
      actorName: 'Tocsin',
      via: 'system',
    });
  });
});
