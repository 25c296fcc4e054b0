import { describe, expect, test } from 'vitest';
import { anAlertStory, toReceiver } from '../../support/alerts.ts';
import { until } from '../../support/until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('a receiver', () => {
  test('that fails is asked again, under the same id, and holds nobody else up', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [toReceiver(story, '/bad'), toReceiver(story, '/good')]);
    story.receiver.behave({ kind: 'broken', status: 503 }, 2, ({ path }) => path === '/bad');
    await shop.finds('DOWN');
    await until('the other one has it', () => story.taken('/good').length === 1);
    for (let look = 0; look < 3 && story.taken('/bad').length === 0; look += 1)
      await story.later(10 * SECOND);
    const asked = story.asked('/bad');
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
    await story.later(10 * MINUTE);
    expect(story.asked('/bad')).toHaveLength(3);
    expect(story.asked('/good')).toHaveLength(1);
  });

  test('that never works is given up after eight tries, and its message says why', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [toReceiver(story, '/bad')]);
    story.receiver.behave({ kind: 'broken' });
    await shop.finds('DOWN');
    for (let look = 0; look < 12; look += 1) await story.later(6 * MINUTE);
    expect(story.asked('/bad')).toHaveLength(8);
    expect(await story.messages()).toMatchObject([
      {
        sent_at: null,
        failed_at: expect.any(Date),
        last_error: 'The webhook answered with HTTP status 500. It was tried 8 times.',
      },
    ]);
  });

  test('that refuses for good is asked once; one that is gone says so in the message', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [
      toReceiver(story, '/gone'),
      { type: 'SLACK', recipient: 'nobody@example.com' },
      { type: 'DISCORD', recipient: 'http://169.254.169.254/latest' },
    ]);
    story.receiver.behave({ kind: 'refuse', with: 410 });
    await shop.finds('DOWN');
    await story.later(10 * MINUTE);
    expect(story.asked('/gone')).toHaveLength(1);
    expect((await story.messages()).map(({ last_error }) => last_error as string).toSorted()).toEqual([
      expect.stringMatching(/^Discord’s address 169\.254\.169\.254 is refused: .*\.$/),
      'No user of the chat has that e-mail.',
      'The webhook answered with HTTP status 410.',
    ]);
  });

  test('that took an SMS and never said so does not get it twice', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [{ type: 'SMS', recipient: '+15550100009' }]);
    story.twilio.behave({ kind: 'dropAfter' }, 1);
    await shop.finds('DOWN');
    await until('it is recorded', async () => {
      await story.later(10 * SECOND);
      return (await story.messages())[0]?.sent_at !== null;
    });
    expect(story.twilio.messages).toHaveLength(1);
  });

  test('that is called hears what happened to each monitor, and again where an answer of Twilio is lost', async () => {
    const story = await anAlertStory();
    const calling = { type: 'PHONE_CALL', recipient: '+15550100009' };
    const shop = await story.monitor('Shop', [calling]);
    const search = await story.monitor('Search', [calling]);
    story.twilio.behave({ kind: 'dropAfter' }, 1, ({ method }) => method === 'POST');
    await shop.finds('DOWN');
    // Not called: whatever call there was to that number was another one's.
    story.twilio.behave({ kind: 'drop' }, 1, ({ method }) => method === 'POST');
    await search.finds('DOWN');
    await until('both are recorded', async () => {
      await story.later(10 * SECOND);
      return (await story.messages()).every(({ sent_at }) => sent_at !== null);
    });
    const said = story.twilio.calls.map(({ twiml }) => /<Say>(.*?)<\/Say>/.exec(twiml)?.[1] ?? '');
    expect(said.toSorted()).toEqual([
      'Tocsin alert. Search is down. status code should equal 200 but is 500.',
      'Tocsin alert. Shop is down. status code should equal 200 but is 500.',
      'Tocsin alert. Shop is down. status code should equal 200 but is 500.',
    ]);
  });

  test('that cannot be called ever is called once; one whose line is busy with others is called later', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [{ type: 'PHONE_CALL', recipient: '+15550100009' }]);
    story.twilio.behave({ kind: 'tooMany', retryAfter: '5' }, 1);
    story.twilio.behave({ kind: 'refuse', with: 21_219 }, 1, ({ method }) => method === 'POST');
    await shop.finds('DOWN');
    await until('it is given up', async () => {
      await story.later(10 * SECOND);
      return (await story.messages())[0]?.failed_at !== null;
    });
    await story.later(10 * MINUTE);
    expect(story.twilio.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect((await story.messages())[0]?.last_error).toBe(
      'Twilio refused: the trial account may not call a number that is not verified (21219).',
    );
  });

  test('of an alert that is deleted, or whose recipient changes, is another one or none at all', async () => {
    const story = await anAlertStory();
    const shop = await story.monitor('Shop', [toReceiver(story, '/deleted'), toReceiver(story, '/old')]);
    story.receiver.behave({ kind: 'broken' }, 2);
    await shop.finds('DOWN');
    await until('both have failed once', () => story.receiver.requests.length === 2);
    const { monitorAlerts } = await story.product.ok('GET', `/${story.pageId}/monitor-alerts`);
    await story.product.ok('DELETE', `/monitor-alerts/${monitorAlerts[0].id}`);
    await story.product.ok('PUT', `/monitor-alerts/${monitorAlerts[1].id}`, {
      recipient: `${story.receiver.url}/new`,
    });
    await story.later(MINUTE);
    await until('the new one has it', () => story.taken('/new').length === 1);
    expect(story.receiver.received.map(({ path }) => path)).toEqual(['/new']);
  });
});
