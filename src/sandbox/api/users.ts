import { BOT, TEAM } from '../identity.ts';
import { SlackError } from '../slack-error.ts';
import type { Person } from '../workspace.ts';
import { pageOf } from './call-args.ts';
import type { Method } from './method.ts';

export const authTest: Method = () =>
  Promise.resolve({
    url: `https://${TEAM.domain}.invalid/`,
    team: TEAM.name,
    user: BOT.name.toLowerCase(),
    team_id: TEAM.id,
    user_id: BOT.userId,
    bot_id: BOT.id,
    is_enterprise_install: false,
  });

/** Refuses JSON bodies, as the real one does. */
export const lookupByEmail: Method = async ({ workspace }, args) => {
  if (args.isJsonBody)
    throw new SlackError('invalid_arguments', ['[ERROR] this method takes a form, not JSON']);
  const email = args.required('email').trim().toLowerCase();
  const person = (await workspace.people()).find((it) => it.email.toLowerCase() === email);
  if (person === undefined) throw new SlackError('users_not_found');
  return { user: userJson(person) };
};

export const info: Method = async ({ workspace }, args) => {
  const id = args.required('user');
  if (id === BOT.userId) return { user: botJson };
  const person = await workspace.person(id);
  if (person === undefined) throw new SlackError('user_not_found');
  return { user: userJson(person) };
};

export const list: Method = async ({ workspace }, args) => {
  const everybody = [...(await workspace.people()).map(userJson), botJson];
  const { items, cursor } = pageOf(everybody, args, 1_000);
  return { members: items, response_metadata: { next_cursor: cursor } };
};

const botJson = {
  id: BOT.userId,
  team_id: TEAM.id,
  name: BOT.name.toLowerCase(),
  real_name: BOT.name,
  deleted: false,
  is_bot: true,
  profile: { real_name: BOT.name, display_name: BOT.name, bot_id: BOT.id },
};

function userJson(person: Person): Record<string, unknown> {
  const name = person.name === '' ? person.email : person.name;
  return {
    id: person.userId,
    team_id: TEAM.id,
    name: userNameOf(person),
    real_name: name,
    deleted: false,
    is_bot: false,
    tz: 'Etc/UTC',
    tz_offset: 0,
    profile: {
      real_name: name,
      display_name: name,
      email: person.email,
      ...(person.avatar !== null && { image_192: person.avatar, image_original: person.avatar }),
    },
  };
}

/** The short name that commands carry: what stands before the "@" of the e-mail. */
export function userNameOf(person: Person): string {
  return (person.email.split('@')[0] ?? '').toLowerCase();
}
