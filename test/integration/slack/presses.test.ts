import { afterEach, describe, expect, it } from 'vitest';
import { AppError, conflict, notFound } from '../../../src/services/errors.ts';
import { ACTIONS } from '../../../src/slack/ids.ts';
import type { SlackVerbs } from '../../../src/slack/app.ts';
import { aMember } from '../../support/chat-builders.ts';
import { fakeVerbs, startBot } from '../../support/slack-bot.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;
const opened: Bot[] = [];
const start = async (given: Parameters<typeof startBot>[0] = {}): Promise<Bot> => {
  const bot = await startBot(given);
  opened.push(bot);
  return bot;
};
afterEach(async () => {
  for (const bot of opened.splice(0)) await bot.close();
});

/** Presses a button and waits until all of it is over. */
async function pressed(verbs: SlackVerbs, actionId: string, over: object = {}) {
  const bot = await start({ verbs });
  const response = await bot.press(actionId, 'inc_1', over);
  await bot.bot.stop();
  return { ...bot, status: response.status, answers: bot.slack.answers() };
}

describe('a press on an incident', () => {
  it.each([
    [ACTIONS.acknowledge, 'mbr_ann acknowledge inc_1'],
    [ACTIONS.resolve, 'mbr_ann resolve inc_1'],
  ])(
    '%s does it in the name of the member who pressed, and leaves the card to say so',
    async (action, done) => {
      const verbs = fakeVerbs();
      const { status, answers } = await pressed(verbs, action);
      expect(status).toBe(200);
      expect(verbs.done).toEqual([done]);
      expect(answers).toEqual([]);
    },
  );

  it('says, only to whoever pressed, that somebody was faster', async () => {
    const verbs = fakeVerbs({
      acknowledge: async () => ({
        outcome: 'already',
        said: 'Already acknowledged by Ben <ben> at 03:12 UTC.',
      }),
    });
    const { answers } = await pressed(verbs, ACTIONS.acknowledge);
    expect(answers).toEqual([
      {
        response_type: 'ephemeral',
        replace_original: false,
        text: 'Already acknowledged by Ben &lt;ben&gt; at 03:12 UTC.',
      },
    ]);
  });

  it('says what happened when the button stood in a private answer, which nobody edits', async () => {
    const container = { type: 'message', channel_id: 'C0OPS', is_ephemeral: true };
    const { answers } = await pressed(fakeVerbs(), ACTIONS.acknowledge, { container });
    expect(answers.map(({ text }) => text)).toEqual(['Ann did acknowledge.']);
  });

  it('does nothing for a stranger, and tells only them how to be linked', async () => {
    const verbs = fakeVerbs();
    const { answers } = await pressed(verbs, ACTIONS.resolve, { user: { id: 'U0EVE', team_id: 'T1' } });
    expect(verbs.done).toEqual([]);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ response_type: 'ephemeral' });
    expect(answers[0]?.text).toMatch(/not linked.*chatUserId.*e-mail.*U0EVE/s);
  });

  it('asks Slack for the e-mail of a user who is not known yet', async () => {
    const asked: (string | null)[] = [];
    const verbs = fakeVerbs({
      memberOfChatUser: async ({ chatUserId, emailOf }) => {
        asked.push(await emailOf(chatUserId), await emailOf('U0NOMAIL'));
        return aMember({ id: 'mbr_zoe' });
      },
    });
    const bot = await start({ verbs });
    bot.slack.emails.set('U0ANN', 'ann@example.com');
    await bot.press(ACTIONS.acknowledge, 'inc_1');
    await bot.bot.stop();
    expect(asked).toEqual(['ann@example.com', null]);
    expect(verbs.done).toEqual(['mbr_zoe acknowledge inc_1']);
  });

  it('keeps the press while Slack cannot say who pressed, and does it later', async () => {
    const verbs = fakeVerbs({
      memberOfChatUser: async ({ chatUserId, emailOf }) =>
        (await emailOf(chatUserId)) === null ? null : aMember(),
    });
    const bot = await start({ verbs });
    bot.slack.emails.set('U0ANN', 'ann@example.com');
    bot.slack.refusals.set('users.info', 'internal_error');
    await bot.press(ACTIONS.acknowledge, 'inc_1');
    await bot.bot.stop();
    expect(verbs.done).toEqual([]);
    expect(bot.slack.answers().map(({ text }) => text)).toEqual([
      expect.stringContaining('kept and tried again'),
    ]);
    bot.slack.refusals.clear();
    bot.store.clock.move(5_000);
    expect(await bot.bot.replayPending()).toBe(1);
    expect(verbs.done).toEqual(['mbr_ann acknowledge inc_1']);
  });
});

describe('what somebody reads when a press fails', () => {
  const failing = (error: Error) => fakeVerbs({ acknowledge: () => Promise.reject(error) });

  it.each([
    [notFound('incident'), 'Incident not found.'],
    [conflict('another one is open'), 'That does not go together: another one is open.'],
    [new AppError('forbidden', 'x'), 'You may not do that.'],
  ])('is the refusal, once', async (error, text) => {
    const { answers, store } = await pressed(failing(error), ACTIONS.acknowledge);
    expect(answers.map((answer) => answer.text)).toEqual([text]);
    expect(store.rows[0]).toMatchObject({ attempts: 1, doneAt: expect.any(Number) });
  });

  it('is the id of the request for a fault of ours, and the request is kept', async () => {
    const { answers, store } = await pressed(failing(new TypeError('secret detail')), ACTIONS.acknowledge);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.text).toContain(`Something broke (\`${store.rows[0]?.id}\`)`);
    expect(answers[0]?.text).not.toContain('secret detail');
    expect(store.rows[0]?.doneAt).toBeNull();
  });

  it('comes by another way when the response address does not work', async () => {
    const verbs = fakeVerbs({ acknowledge: async () => ({ outcome: 'already', said: 'Too late.' }) });
    const bot = await start({ verbs });
    await bot.press(ACTIONS.acknowledge, 'inc_1', {
      response_url: `${bot.slack.url}/respond-gone`.replace('http', 'bad'),
    });
    await bot.bot.stop();
    expect(bot.slack.calls('chat.postEphemeral')).toEqual([
      expect.objectContaining({ channel: 'C0OPS', user: 'U0ANN', text: 'Too late.' }),
    ]);
  });

  it('comes by direct message where even the channel is closed', async () => {
    const verbs = fakeVerbs({ acknowledge: async () => ({ outcome: 'already', said: 'Too late.' }) });
    const bot = await start({ verbs });
    bot.slack.refusals.set('chat.postEphemeral', 'user_not_in_channel');
    await bot.press(ACTIONS.acknowledge, 'inc_1', { response_url: '' });
    await bot.bot.stop();
    expect(bot.slack.calls('chat.postMessage')).toEqual([
      expect.objectContaining({ channel: 'U0ANN', text: 'Too late.' }),
    ]);
  });
});
