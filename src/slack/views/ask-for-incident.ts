import { whichPage } from '../blocks/help.ts';
import { newIncidentView } from '../blocks/new-incident.ts';
import type { Deps } from '../deps.ts';
import { COMMANDS } from '../ids.ts';
import type { Place } from '../tell.ts';
import { WORDS } from '../words.ts';

/** What somebody wants to open an incident with, and from where. */
export type Ask = {
  /** Opens one form, within three seconds. */
  readonly triggerId: string;
  readonly place: Place;
  /** Without `#`; null where there is none. */
  readonly channelName: string | null;
  readonly subdomain: string | null;
  readonly title: string;
  readonly description: string;
};

/**
 * Opens the form for a new incident: on the page that the place says, else with a choice of pages. Where the three
 * seconds are over (a request that waited for a restart), its user is told to ask again.
 */
export async function askForIncident(deps: Deps, ask: Ask): Promise<void> {
  const { place, subdomain, title, description } = ask;
  const choice = await deps.verbs.pageOfChannel({
    channelId: place.channel,
    channelName: ask.channelName,
    subdomain,
  });
  if (choice.kind === 'none') return deps.tell(place, { text: WORDS.noPage });
  if (choice.kind === 'ask' && choice.unknown !== null) {
    return deps.tell(
      place,
      whichPage(choice.pages, choice.unknown, `${COMMANDS.incident} new ${title}`.trim()),
    );
  }
  const pages = choice.kind === 'page' ? [choice.page] : choice.pages;
  const opened = await deps.web.openView(
    ask.triggerId,
    newIncidentView({ pages, title, description, place }),
  );
  if (opened === 'expired') await deps.tell(place, { text: WORDS.formExpired });
}
