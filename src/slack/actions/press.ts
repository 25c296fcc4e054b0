import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from '@slack/bolt';
import { actorOf } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { placeOf } from '../tell.ts';
import { sentence } from '../words.ts';

export type Press = Middleware<SlackActionMiddlewareArgs<BlockAction>>;

/**
 * A press of a button about one incident, whose id is the button's value. The card shows what changed, for it is
 * edited after every change; so only what a card cannot show is said: that somebody was faster, or anything at all
 * when the button stood in a private answer, which nobody edits.
 */
export function incidentPress(verb: 'acknowledge' | 'resolve'): (deps: Deps) => Press {
  return (deps) =>
    async ({ ack, action, body }) => {
      await ack();
      const place = placeOf(body);
      const incident = await deps.verbs.find('value' in action ? (action.value ?? '') : '');
      const actor = place && (await actorOf(deps, incident.pageId, place));
      if (place === null || actor === null) return;
      const { outcome, said } = await deps.verbs[verb](actor, { incidentId: incident.id });
      if (outcome === 'changed' && !isPrivate(body)) return;
      await deps.tell(place, { text: sentence(said) });
    };
}

function isPrivate(body: BlockAction): boolean {
  return body.container['is_ephemeral'] === true;
}
