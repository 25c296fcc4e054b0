import { actorName, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { releaseHidden } from '../maintenance/release-hidden.ts';
import type { Component } from '../ports/components.ts';
import { transact, type Tx } from '../transact.ts';
import { deleted } from '../audit/changes.ts';

/**
 * Deletes a component. What it was the group of is in none then; monitors that it followed are checked on and have no
 * component; integrations and incidents do not name it any more, but incidents keep their impact and their timelines tell
 * of it.
 * Errors: `not_found`, for one of another page too.
 */
export async function removeComponent(
  ctx: Context,
  input: { pageId: string; componentId: string },
): Promise<void> {
  const { pageId, componentId } = input;
  await transact(ctx, async (tx) => {
    await tx.store.pages.lock(pageId);
    const found = await tx.store.components.find(componentId);
    if (found?.pageId !== pageId) throw notFound('Component');
    // Monitors, then incidents, then the component: the order in which whoever has more than one of them takes them.
    await tx.store.components.unfollow(componentId, ctx.now);
    await tx.store.components.lockOpenIncidentsOf(componentId);
    const component = (await tx.store.components.lock(componentId)) ?? found;
    const incidentIds = await tx.store.components.incidentsOf(componentId);
    await tx.store.components.remove(componentId);
    tx.changed(deleted('component', component));
    await tellIncidents(ctx, tx, component, incidentIds);
  });
  // A maintenance in progress with it hides nothing of its monitors any more.
  await releaseHidden(ctx, { pageId });
}

async function tellIncidents(
  ctx: Context,
  tx: Tx,
  component: Component,
  incidentIds: readonly string[],
): Promise<void> {
  if (incidentIds.length === 0) return;
  for (const { id, pageId, response } of await tx.store.incidents.findMany(incidentIds)) {
    tx.happened({
      type: 'incident.updated',
      pageId,
      incidentId: id,
      text: `${actorName(ctx.actor)} deleted the component ${component.name}, which it affected.`,
      data: { fields: ['components'], componentId: component.id, name: component.name },
    });
    if (response.state === 'RESOLVED') continue;
    await tx.store.incidents.update(id, {}, ctx.now);
    tx.showInChat(id);
  }
}
