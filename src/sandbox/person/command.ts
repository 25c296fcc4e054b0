import { SLACKBOT_ID } from '../identity.ts';
import { SlackError } from '../slack-error.ts';
import type { SandboxChannel } from '../store.ts';
import type { Person } from '../workspace.ts';
import type { ActDeps, Outcome } from './context.ts';
import { escaped, markedUp } from './mark-up.ts';
import { commandForm } from './payloads.ts';
import { readAnswer } from './read-answer.ts';

/** Says something as a person. It is stored as plain text: what they typed means nothing special but mentions. */
export async function say(
  deps: ActDeps,
  input: { person: Person; channel: SandboxChannel; text: string; threadTs: string | null },
): Promise<void> {
  await deps.workspace.post(input.channel, {
    text: await markedUp(deps.workspace, input.text),
    blocks: [],
    attachments: [],
    metadata: null,
    userId: input.person.userId,
    threadTs: input.threadTs,
    visibleTo: null,
  });
}

/** Sends a slash command and shows the app's immediate answer, or why there is none, to that person alone. */
export async function command(
  deps: ActDeps,
  input: { person: Person; channel: SandboxChannel; line: string },
): Promise<Outcome> {
  const { person, channel } = input;
  const [, name = '', rest = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(input.line.trim()) ?? [];
  const spec = deps.commands.find((it) => it.command === name);
  if (spec === undefined) {
    const known = deps.commands.map((it) => it.command).join(', ');
    await complain(deps, channel, person, `${name} is not a valid command. Known here: ${known}`);
    return { error: 'unknown_command' };
  }
  const delivery = await deps.deliver(
    commandForm({
      person,
      channel,
      command: name,
      text: spec.shouldEscape === true ? await markedUp(deps.workspace, rest) : escaped(rest),
      triggerId: deps.triggers.issue(person.userId),
      responseUrl: deps.responseUrls.issue({ channel: channel.id, userId: person.userId, ts: null }),
    }),
  );
  const error =
    delivery.kind === 'failed' ? delivery.error : await showAnswer(deps, channel, person, delivery);
  if (error !== null) await complain(deps, channel, person, `${name} failed with the error "${error}"`);
  return { error };
}

/** The immediate answer to a command as a message; the word for what is wrong with it, or null. */
async function showAnswer(
  deps: ActDeps,
  channel: SandboxChannel,
  person: Person,
  delivery: { isJson: boolean; body: string },
): Promise<string | null> {
  try {
    const answer = readAnswer(delivery);
    if (answer === null) return null;
    await deps.workspace.answer(channel, answer.content, { to: answer.isPublic ? null : person.userId });
    return null;
  } catch (error) {
    if (error instanceof SlackError) return error.message;
    throw error;
  }
}

async function complain(deps: ActDeps, channel: SandboxChannel, person: Person, text: string): Promise<void> {
  const content = { text: escaped(text), blocks: [], attachments: [], metadata: null };
  await deps.workspace.answer(channel, content, { to: person.userId, from: SLACKBOT_ID });
}
