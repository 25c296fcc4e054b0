import { auditChanges, HIDDEN, type AuditChange, type Shown } from '../../core/audit/diff.ts';
import { cut } from '../../core/notification/message.ts';
import { isSecretField, redactText } from '../../platform/redact.ts';
import { actorName, type Actor, type Context } from '../context.ts';
import type { AuditAction, AuditActor, AuditEntry, AuditKind, AuditWay } from '../ports/audit-log.ts';

/** What somebody did to a thing: its states before and after, null for none; both null where it has no other state. */
export type AuditedChange = {
  readonly action: AuditAction;
  readonly kind: AuditKind;
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Null: it belongs to the installation. */
  readonly pageId: string | null;
  readonly before: object | null;
  readonly after: object | null;
};

const MAX_TEXT_CHARS = 1_000;
const MAX_NAME_CHARS = 255;

/** The entry that tells of a change; null where an update changed nothing. */
export function auditEntryOf(ctx: Context, change: AuditedChange): AuditEntry | null {
  const changes = auditChanges(change.before, change.after, SHOWN);
  if (change.action === 'updated' && changes.length === 0) return null;
  return {
    id: ctx.ids.next('aud'),
    pageId: change.pageId,
    at: ctx.now,
    ...who(ctx.actor),
    actorName: cut(actorName(ctx.actor), MAX_NAME_CHARS),
    origin: ctx.origin?.address ?? null,
    requestId: ctx.origin?.requestId ?? null,
    action: change.action,
    objectKind: change.kind,
    objectId: change.id,
    objectName: cut(shownName(change.name), MAX_NAME_CHARS),
    changes: [...changes, ...keyBehind(ctx)],
  };
}

function who(actor: Actor): { actorKind: AuditActor; actorId: string | null; via: AuditWay } {
  switch (actor.kind) {
    case 'member':
      return { actorKind: 'MEMBER', actorId: actor.memberId, via: actor.via };
    case 'key':
      return { actorKind: 'KEY', actorId: actor.keyId, via: 'api' };
    case 'integration':
      return { actorKind: 'INTEGRATION', actorId: actor.integrationId, via: 'inbound' };
    case 'system':
      return { actorKind: 'SYSTEM', actorId: null, via: 'system' };
  }
}

/** Where a request names a member as the one who acts, only its key was proven. */
function keyBehind({ actor, origin }: Context): AuditChange[] {
  const key = origin?.key ?? null;
  if (actor.kind !== 'member' || key === null) return [];
  return [{ path: '(by API key)', from: null, to: `${key.name} (${key.id})` }];
}

const SHOWN: Shown = {
  isSecret: isSecretField,
  value: (key, value) => {
    if (typeof value === 'string') return shownText(key, value);
    if (typeof value === 'number') return isInstant(key, value) ? new Date(value).toISOString() : value;
    return typeof value === 'bigint' ? String(value) : value;
  },
};

const ADDRESS_FIELD = /(recipient|webhook(_?url)?)$/i;
const HTTP_URL = /^\s*https?:\/\//i;

function shownText(key: string, text: string): string {
  // An address that messages are sent to is mostly all that keeps others from sending there.
  if (ADDRESS_FIELD.test(key) && HTTP_URL.test(text)) return HIDDEN;
  return cut(redactText(text), MAX_TEXT_CHARS, `… (cut from ${text.length} characters)`);
}

/** Of an address only where it leads. */
function shownName(name: string): string {
  return HTTP_URL.test(name) && URL.canParse(name) ? new URL(name).host : redactText(name);
}

const INSTANT_FIELD = /(at|date|start|end|started|from|until)$/i;
/** The instants of these fields lie after 1973; nothing else that is counted in them comes near. */
const FIRST_MS = 1e11;
const LAST_MS = 8.64e15;

function isInstant(key: string, value: number): boolean {
  return INSTANT_FIELD.test(key) && Number.isInteger(value) && value >= FIRST_MS && value <= LAST_MS;
}
