import { afterEach, describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { conflict } from '../../../src/services/errors.ts';
import { SHORTCUTS } from '../../../src/slack/ids.ts';
import type { SlackVerbs } from '../../../src/slack/app.ts';
import { aMember, anIncident, aPage } from '../../support/chat-builders.ts';
import { fakeVerbs, startBot, submissionBody } from '../../support/slack-bot.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;
const opened: Bot[] = [];
const start = async (verbs: SlackVerbs = fakeVerbs()): Promise<Bot> => {
  const bot = await startBot({ verbs });
  opened.push(bot);
  return bot;
};
afterEach(async () => {
  for (const bot of opened.splice(0)) await bot.close();
});

/** Types a command and gives all that only its user sees of the answer, as text. */
async function answerTo(verbs: SlackVerbs, command: string, text: string, over: Record<string, string> = {}) {
  const bot = await start(verbs);
  const response = await bot.command(command, text, over);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
  await bot.bot.stop();
  return JSON.stringify(bot.slack.answers());
}

const TWO_PAGES = [aPage(), aPage({ id: 'page_2', name: 'Blog', subdomain: 'blog' })];

describe('/oncall', () => {
  it('names who is on call, until when, and who is next, in the reader’s zone', async () => {
    const verbs = fakeVerbs({
      onCallNow: async () => [
        {
          name: 'Primary',
          timeZone: 'Europe/Berlin',
          status: 'ACTIVE',
          current: [
            { member: aMember({ chatUserId: 'U0ANN' }), until: asEpochMs(Date.UTC(2026, 2, 30, 18)) },
          ],
          next: [{ member: aMember({ name: 'Ben' }), from: asEpochMs(Date.UTC(2026, 2, 30, 18)) }],
        },
      ],
    });
    const answer = await answerTo(verbs, '/oncall', '');
    expect(answer).toContain(
      'Now: <@U0ANN> until <!date^1774893600^{date_short_pretty} {time}|2026-03-30 18:00 UTC>',
    );
    expect(answer).toContain('Next: Ben from <!date^1774893600^');
  });

  it('is answered to everybody, members or not', async () => {
    const answer = await answerTo(fakeVerbs(), '/oncall', '', { user_id: 'U0EVE' });
    expect(answer).toContain('no on-call schedule');
  });

  it.each(['help', 'nonsense'])('explains itself for "%s"', async (text) => {
    expect(await answerTo(fakeVerbs(), '/oncall', text)).toContain('`/oncall help` this text');
  });
});

describe('/incident', () => {
  it('lists the open incidents with a button each', async () => {
    const answer = await answerTo(fakeVerbs(), '/incident', 'list');
    expect(answer).toContain('1 open incident on Shop');
    expect(answer).toContain('incident_acknowledge');
  });

  it('shows one incident', async () => {
    const answer = await answerTo(fakeVerbs(), '/incident', 'show #12');
    expect(answer).toContain('#12 checkout is down');
  });

  it.each([
    ['ack 12', 'mbr_ann acknowledge inc_12'],
    ['resolve #12', 'mbr_ann resolve inc_12'],
    ['unack 12', 'mbr_ann unacknowledge inc_12'],
    ['reopen 12', 'mbr_ann reopen inc_12'],
    ['escalate 12', 'mbr_ann escalate inc_12'],
    ['snooze 12 30', 'mbr_ann snooze 30 inc_12'],
    ['note 12 looking into it', 'mbr_ann note "looking into it" inc_12'],
  ])('"%s" acts in the name of its member and says what came of it', async (text, done) => {
    const verbs = fakeVerbs();
    const answer = await answerTo(verbs, '/incident', text);
    expect(verbs.done).toEqual([done]);
    expect(answer).toContain('Ann did');
  });

  it('does nothing for a stranger, and says how to be linked', async () => {
    const verbs = fakeVerbs();
    const answer = await answerTo(verbs, '/incident', 'ack 12', { user_id: 'U0EVE' });
    expect(verbs.done).toEqual([]);
    expect(answer).toContain('not linked');
  });

  it.each(['', 'help', 'frobnicate', 'ack twelve'])('explains itself for "%s"', async (text) => {
    expect(await answerTo(fakeVerbs(), '/incident', text)).toContain('`/incident ack 12`');
  });

  it('asks which page is meant where the channel does not say, with what to type', async () => {
    const verbs = fakeVerbs({
      pageOfChannel: async () => ({ kind: 'ask', pages: TWO_PAGES, unknown: null }),
    });
    const answer = await answerTo(verbs, '/incident', 'ack 12');
    expect(answer).toContain('`/incident ack 12 --page blog` for Blog');
    expect(verbs.done).toEqual([]);
  });

  it.each(['page:blog list', 'list --page blog', 'list \u2014page blog'])(
    'takes the page from "%s"',
    async (text) => {
      const asked: unknown[] = [];
      const verbs = fakeVerbs({
        pageOfChannel: async (place) => {
          asked.push(place);
          return { kind: 'page', page: aPage() };
        },
      });
      await answerTo(verbs, '/incident', text);
      expect(asked).toEqual([{ channelId: 'C0OPS', channelName: 'ops', subdomain: 'blog' }]);
    },
  );

  it('says so where there is no page at all', async () => {
    const verbs = fakeVerbs({ pageOfChannel: async () => ({ kind: 'none' }) });
    expect(await answerTo(verbs, '/incident', 'list')).toContain('no status page yet');
  });
});

describe('the form for a new incident', () => {
  const viewOf = (bot: Bot) =>
    JSON.parse(bot.slack.calls('views.open')[0]?.['view'] ?? 'null') as Record<string, unknown>;

  it('opens at once, with the title that was typed', async () => {
    const bot = await start();
    await bot.command('/incident', 'new checkout &amp; cart are down');
    await bot.bot.stop();
    expect(bot.slack.calls('views.open')[0]).toMatchObject({ trigger_id: 'trigger-1' });
    expect(JSON.stringify(viewOf(bot))).toContain('"initial_value":"checkout & cart are down"');
  });

  it('asks for the page where the channel does not say', async () => {
    const bot = await start(
      fakeVerbs({ pageOfChannel: async () => ({ kind: 'ask', pages: TWO_PAGES, unknown: null }) }),
    );
    await bot.command('/incident', 'new');
    await bot.bot.stop();
    expect(JSON.stringify(viewOf(bot))).toContain('"value":"page_2"');
  });

  it('opens from the shortcuts too, with the text of the message', async () => {
    const bot = await start();
    const shortcut = {
      user: { id: 'U0ANN', team_id: 'T1' },
      team: { id: 'T1', domain: 'shop' },
      trigger_id: 'trigger-1',
    };
    await bot.interact({ ...shortcut, type: 'shortcut', callback_id: SHORTCUTS.newIncident });
    await bot.interact({
      ...shortcut,
      type: 'message_action',
      callback_id: SHORTCUTS.newIncidentFromMessage,
      channel: { id: 'C0OPS', name: 'ops' },
      response_url: `${bot.slack.url}/respond`,
      message: { type: 'message', text: 'checkout is down\nsince five minutes', ts: '1.0' },
    });
    await bot.bot.stop();
    const views = bot.slack.calls('views.open').map((call) => call['view']);
    expect(views).toHaveLength(2);
    expect(views[1]).toContain('"initial_value":"checkout is down"');
    expect(views[1]).toContain('since five minutes');
  });

  it('opens the incident once per form, and tells whoever sent it', async () => {
    const verbs = fakeVerbs();
    const bot = await start(verbs);
    const responseUrl = `${bot.slack.url}/respond`;
    const sent = await bot.interact(
      submissionBody(
        { name: ' checkout  is down ', description: 'all of it', impact: 'PARTIALOUTAGE' },
        { responseUrl },
      ),
    );
    expect(await sent.text()).toBe('');
    await bot.bot.stop();
    const input = {
      pageId: 'page_1',
      name: 'checkout is down',
      description: 'all of it',
      impact: 'PARTIALOUTAGE',
      dedupKey: 'chat-V1',
    };
    expect(verbs.done).toEqual([`open ${JSON.stringify(input)}`]);
    expect(bot.slack.answers().map(({ text }) => text)).toEqual(['Opened #12 checkout is down.']);
  });

  it('says so when the same form was sent twice', async () => {
    const bot = await start(fakeVerbs({ open: async () => ({ incident: anIncident(), outcome: 'joined' }) }));
    await bot.interact(
      submissionBody({ name: 'x', impact: 'MAJOROUTAGE' }, { responseUrl: `${bot.slack.url}/respond` }),
    );
    await bot.bot.stop();
    expect(bot.slack.answers()[0]?.text).toBe('#12 checkout is down is open already.');
  });

  it('comes back with what is wrong in it', async () => {
    const verbs = fakeVerbs();
    const bot = await start(verbs);
    const sent = await bot.interact(
      submissionBody({ name: '  ', impact: 'MAJOROUTAGE' }, { pageId: null, responseUrl: '' }),
    );
    expect(await sent.json()).toEqual({
      response_action: 'errors',
      errors: { name: expect.stringContaining('what is wrong'), page: expect.stringContaining('choose') },
    });
    expect(verbs.done).toEqual([]);
  });

  it('opens nothing for a stranger', async () => {
    const verbs = fakeVerbs();
    const bot = await start(verbs);
    const body = submissionBody(
      { name: 'x', impact: 'MAJOROUTAGE' },
      { responseUrl: `${bot.slack.url}/respond` },
    );
    await bot.interact({ ...body, user: { id: 'U0EVE', team_id: 'T1' } });
    await bot.bot.stop();
    expect(verbs.done).toEqual([]);
    expect(bot.slack.answers()[0]?.text).toContain('not linked');
  });

  it('tells a refusal by direct message where nothing else leads back', async () => {
    const bot = await start(fakeVerbs({ open: () => Promise.reject(conflict('it is late')) }));
    await bot.interact(submissionBody({ name: 'x', impact: 'MAJOROUTAGE' }, { responseUrl: '' }));
    await bot.bot.stop();
    expect(bot.slack.calls('chat.postMessage')[0]).toMatchObject({ channel: 'U0ANN' });
  });
});
