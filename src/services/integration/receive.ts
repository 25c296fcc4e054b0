import type { Parsed } from '../../core/integration/parse-body.ts';
import { readEvent } from '../../core/integration/read-event.ts';
import type { Subject } from '../../core/integration/render.ts';
import { impactOfSeverity } from '../../core/integration/severity.ts';
import { openingWords } from '../../core/integration/wording.ts';
import { contextOf, type Context, type Origin, type Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { join, open, type Opened } from '../incident/open.ts';
import type { Integration } from '../ports/integrations.ts';
import { transact } from '../transact.ts';
import { actorOf } from './actor.ts';
import { dedupKeyOf } from './dedup-key.ts';
import { keepUnread } from './keep-unread.ts';
import { resolveBy } from './resolve-by.ts';

/** A body as it came, and what was made of it. */
export type InboundBody = {
  readonly contentType: string;
  readonly text: string;
  readonly parsed: Parsed;
  readonly origin?: Origin;
};

/** What came of an event. */
export type Received = {
  readonly action: 'opened' | 'updated' | 'resolved' | 'ignored';
  /** Null where the event is about no incident. */
  readonly incident: { readonly id: string; readonly number: number } | null;
};

const IGNORED: Received = { action: 'ignored', incident: null };

/**
 * Does what a tool reports: a firing event opens an incident, with all that makes somebody hear of it, or adds to the open
 * one of the same dedup key; a resolved one resolves that. Errors: `validation_error` for a body that cannot be read, which
 * is kept.
 */
export async function receive(
  services: Services,
  integration: Integration,
  { contentType, text, parsed, origin }: InboundBody,
): Promise<Received> {
  const reading = read(integration, parsed);
  if (reading.kind === 'unread') {
    const { reason } = reading;
    await keepUnread(services, integration, { contentType, body: text, reason });
    throw new AppError(
      'validation_error',
      `${reason}. What was sent is kept among this integration's unread.`,
    );
  }
  const { subject } = reading;
  const ctx = contextOf(services, actorOf(integration), origin);
  const dedupKey = dedupKeyOf(integration.id, subject.event.dedupKey);
  switch (subject.event.state) {
    case 'FIRING':
      return openBy(ctx, integration, dedupKey, subject);
    case 'RESOLVED':
      return (await resolveBy(ctx, integration, dedupKey, subject)) ?? IGNORED;
    case 'NEITHER':
      return IGNORED;
  }
}

type Read =
  | { readonly kind: 'read'; readonly subject: Subject }
  | { readonly kind: 'unread'; readonly reason: string };

function read({ mapping }: Integration, parsed: Parsed): Read {
  if (parsed.kind === 'unread') return parsed;
  const payload = parsed.document;
  const reading = readEvent(payload, mapping);
  return reading.kind === 'unread' ? reading : { kind: 'read', subject: { event: reading.event, payload } };
}

async function openBy(
  ctx: Context,
  integration: Integration,
  dedupKey: string,
  subject: Subject,
): Promise<Received> {
  const { pageId, monitoringTool: source, id: integrationId } = integration;
  const { name, message: description } = openingWords(integration.createTemplate, subject);
  const seen = { pageId, dedupKey, name, description, source };
  const { incident, outcome } =
    (await joinOpen(ctx, seen)) ??
    (await open(ctx, {
      ...seen,
      integrationId,
      impact: impactOfSeverity(subject.event.severity),
      components: await ownComponents(ctx, integration),
    }));
  return { action: outcome === 'opened' ? 'opened' : 'updated', incident };
}

/** Repeats are frequent: they need nothing of what an opening reads. Null where no incident is open. */
async function joinOpen(
  ctx: Context,
  seen: Parameters<typeof join>[1] & { dedupKey: string },
): Promise<Opened | null> {
  const known = await ctx.read.incidents.findOpenByDedupKey(seen.pageId, seen.dedupKey);
  return known === null ? null : transact(ctx, (tx) => join(tx, seen));
}

/** Those of its components that are still there: one that was deleted must not keep anybody from being paged. */
async function ownComponents(ctx: Context, { pageId, components }: Integration): Promise<string[]> {
  if (components.length === 0) return [];
  const found = await ctx.read.components.findStored(components);
  const own = new Set(found.filter((component) => component.pageId === pageId).map(({ id }) => id));
  return components.filter((id) => own.has(id));
}
