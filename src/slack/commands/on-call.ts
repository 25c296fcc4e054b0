import type { Middleware, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { commandHelp } from '../blocks/help.ts';
import { onCallAnswer } from '../blocks/on-call.ts';
import type { Deps } from '../deps.ts';
import { COMMANDS } from '../ids.ts';
import { parseOnCall } from './parse.ts';
import { pageOf, placeOfCommand } from './place.ts';

export type CommandListener = Middleware<SlackCommandMiddlewareArgs>;

/** `/oncall`: anybody in the workspace may ask. */
export function onCall(deps: Deps): CommandListener {
  return async ({ ack, command }) => {
    await ack();
    const asked = parseOnCall(command.text);
    const place = placeOfCommand(command);
    if (asked.command.kind === 'help') {
      return deps.tell(place, commandHelp(COMMANDS.onCall, asked.command.problem));
    }
    const page = await pageOf(deps, command, asked.subdomain);
    if (page === null) return;
    const schedules = await deps.verbs.onCallNow({ pageId: page.id });
    return deps.tell(place, onCallAnswer(page.name, schedules));
  };
}
