import type { SlashCommand } from '@slack/bolt';
import type { Page } from '../../services/ports/pages.ts';
import { actorOf } from '../actor.ts';
import { commandHelp } from '../blocks/help.ts';
import { incidentAnswer, incidentList, LISTED_INCIDENTS, SHOWN_ENTRIES } from '../blocks/incident-list.ts';
import type { Deps } from '../deps.ts';
import { COMMANDS } from '../ids.ts';
import type { Place } from '../tell.ts';
import type { Acted } from '../verbs.ts';
import { askForIncident, type Ask } from '../views/ask-for-incident.ts';
import { sentence } from '../words.ts';
import type { Actor } from '../../services/context.ts';
import type { CommandListener } from './on-call.ts';
import { parseIncident, type IncidentCommand } from './parse.ts';
import { pageOf, placeOfCommand } from './place.ts';

type OnPage = Exclude<IncidentCommand, { kind: 'help' | 'new' }>;
type Doing = Extract<IncidentCommand, { kind: 'act' | 'snooze' | 'note' }>;

/** `/incident`: anybody may look; whoever acts must be a member of the page. */
export function incident(deps: Deps): CommandListener {
  return async ({ ack, command }) => {
    await ack();
    const { command: asked, subdomain } = parseIncident(command.text);
    const place = placeOfCommand(command);
    if (asked.kind === 'help') return deps.tell(place, commandHelp(COMMANDS.incident, asked.problem));
    if (asked.kind === 'new') return askForIncident(deps, askOf(command, subdomain, asked.title));
    const page = await pageOf(deps, command, subdomain);
    if (page !== null) await answer(deps, page, place, asked);
  };
}

function askOf(command: SlashCommand, subdomain: string | null, title: string): Ask {
  return {
    triggerId: command.trigger_id,
    place: placeOfCommand(command),
    channelName: command.channel_name,
    subdomain,
    title,
    description: '',
  };
}

async function answer(deps: Deps, page: Page, place: Place, asked: OnPage): Promise<void> {
  switch (asked.kind) {
    case 'list': {
      const { incidents, total } = await deps.verbs.listOpen({ pageId: page.id, limit: LISTED_INCIDENTS });
      return deps.tell(place, incidentList(page.name, incidents, total));
    }
    case 'show': {
      const found = await deps.verbs.findByNumber({ pageId: page.id, number: asked.number });
      return deps.tell(
        place,
        incidentAnswer(await deps.verbs.show({ incidentId: found.id, limit: SHOWN_ENTRIES })),
      );
    }
    case 'act':
    case 'snooze':
    case 'note': {
      const found = await deps.verbs.findByNumber({ pageId: page.id, number: asked.number });
      const actor = await actorOf(deps, page.id, place);
      if (actor === null) return;
      const { said } = await perform(deps, actor, found.id, asked);
      return deps.tell(place, { text: sentence(said) });
    }
  }
}

function perform(deps: Deps, actor: Actor, incidentId: string, asked: Doing): Promise<Acted> {
  switch (asked.kind) {
    case 'act':
      return deps.verbs[asked.verb](actor, { incidentId });
    case 'snooze':
      return deps.verbs.snooze(actor, { incidentId, minutes: asked.minutes });
    case 'note':
      return deps.verbs.note(actor, { incidentId, text: asked.text });
  }
}
