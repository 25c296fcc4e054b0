import type { SlashCommand } from '@slack/bolt';
import type { Page } from '../../services/ports/pages.ts';
import { whichPage } from '../blocks/help.ts';
import type { Deps } from '../deps.ts';
import type { Place } from '../tell.ts';
import { WORDS } from '../words.ts';

/** Where a command was typed. */
export function placeOfCommand(command: SlashCommand): Place {
  return { userId: command.user_id, channel: command.channel_id, responseUrl: command.response_url };
}

/** The page that a command is about; null where that is not clear: then its user has been asked. */
export async function pageOf(
  deps: Deps,
  command: SlashCommand,
  subdomain: string | null,
): Promise<Page | null> {
  const choice = await deps.verbs.pageOfChannel({
    channelId: command.channel_id,
    channelName: command.channel_name,
    subdomain,
  });
  if (choice.kind === 'page') return choice.page;
  const place = placeOfCommand(command);
  await deps.tell(
    place,
    choice.kind === 'none'
      ? { text: WORDS.noPage }
      : whichPage(choice.pages, choice.unknown, `${command.command} ${command.text}`.trim()),
  );
  return null;
}
