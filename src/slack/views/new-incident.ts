import type { Middleware, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { actorOf } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { attemptOf } from '../listener-context.ts';
import type { Place } from '../tell.ts';
import { sentence } from '../words.ts';
import { parseSubmission } from './submission.ts';

export type SubmissionListener = Middleware<SlackViewMiddlewareArgs<ViewSubmitAction>>;

/** The form for a new incident was submitted. The view's id is its dedup key: twice submitted opens one incident. */
export function newIncident(deps: Deps): SubmissionListener {
  return async ({ ack, body, view, context }) => {
    const form = parseSubmission(view);
    if (!form.ok) return ack({ response_action: 'errors', errors: form.errors });
    await ack();
    const place: Place = { ...form.origin, userId: body.user.id };
    const actor = await actorOf(deps, form.incident.pageId, place);
    if (actor === null) return;
    const { incident, outcome } = await deps.verbs.open(actor, {
      ...form.incident,
      dedupKey: `chat-${view.id}`,
    });
    const isNew = outcome === 'opened' || attemptOf(context) > 1;
    const title = `#${incident.number} ${incident.name}`;
    await deps.tell(place, { text: sentence(isNew ? `Opened ${title}.` : `${title} is open already.`) });
  };
}
