import type { Subject } from '../../core/integration/render.ts';
import { resolvingWords } from '../../core/integration/wording.ts';
import type { Incident } from '../../core/incident/types.ts';
import { UNTRANSLATED } from '../../core/translations.ts';
import type { Context } from '../context.ts';
import { applyChanges } from '../incident/apply-changes.ts';
import type { Integration } from '../ports/integrations.ts';
import { transact, type Tx } from '../transact.ts';

/** Resolves the open incident of that dedup key, in the words of the integration; null where none is open. */
export async function resolveBy(
  ctx: Context,
  integration: Integration,
  dedupKey: string,
  subject: Subject,
): Promise<{ action: 'resolved'; incident: Incident } | null> {
  const { name, message } = resolvingWords(integration.resolveTemplate, subject);
  const open = await ctx.read.incidents.findOpenByDedupKey(integration.pageId, dedupKey);
  if (open === null) return null;
  return transact(ctx, async (tx) => {
    const incident = await tx.store.incidents.lock(open.id);
    if (incident === null || incident.response.state === 'RESOLVED') return null;
    if (message !== '') await tellReaders(ctx, tx, incident, message);
    const renamed = name === null || name === incident.name ? undefined : name;
    await applyChanges(ctx, tx, incident, { name: renamed, status: 'RESOLVED' });
    return { action: 'resolved', incident };
  });
}

async function tellReaders(ctx: Context, tx: Tx, incident: Incident, message: string): Promise<void> {
  await tx.store.incidents.insertUpdate({
    id: ctx.ids.next('upd'),
    incidentId: incident.id,
    message,
    status: 'RESOLVED',
    notify: false,
    translations: UNTRANSLATED,
    started: ctx.now,
    createdAt: ctx.now,
  });
}
