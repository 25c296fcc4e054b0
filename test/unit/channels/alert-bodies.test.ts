import { describe, expect, test } from 'vitest';
import { discordBody, discordUrl } from '../../../src/channels/alert-discord.ts';
import { googleChatBody, googleChatUrl } from '../../../src/channels/alert-google-chat.ts';
import { slackWebhookBody } from '../../../src/channels/alert-slack.ts';
import { teamsBody } from '../../../src/channels/alert-teams.ts';
import { alertWebhookBody } from '../../../src/channels/alert-webhook.ts';
import { changeView } from '../../../src/core/monitor/alert-message.ts';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import type { OutboundAlert } from '../../../src/services/ports/alert-sender.ts';

const at = asEpochMs(Date.UTC(2026, 2, 30, 7));

function alert(name: string, error: string): OutboundAlert {
  const view = changeView({
    pageId: 'page_1',
    monitor: { id: 'mon_1', name, url: `https://shop.test/${'p'.repeat(1_980)}` },
    cause: { id: 'log_1', location: 'US_EAST_1', error },
    at,
    from: 'UP',
    to: 'DOWN',
  });
  const recipient = 'https://hooks.test/x?key=k';
  const how = { againSince: null, claim: async () => null, now: at };
  return { key: 'alm_1', alertId: 'alr_1', type: 'WEBHOOK', recipient, view, ...how };
}

const long = alert('界'.repeat(255), '🚒'.repeat(5_000));
const evil = alert('<!channel> <users/all> @everyone <b>x</b>', '<@U0ANN> & <script>');

describe('what chat tools get', () => {
  test('is short enough for each of them, whatever a monitor is called and a target answers', () => {
    const discord = JSON.parse(discordBody(long));
    expect(discord.content.length).toBeLessThanOrEqual(2_000);
    expect(discord.embeds[0].title.length).toBeLessThanOrEqual(256);
    expect(discord.embeds[0].description.length).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(teamsBody(long))).toBeLessThan(28_000);
    expect(Buffer.byteLength(googleChatBody(long))).toBeLessThan(32_000);
    expect(JSON.parse(slackWebhookBody(long)).blocks[0].text.text.length).toBeLessThanOrEqual(3_000);
    expect(Buffer.byteLength(alertWebhookBody(long))).toBeLessThan(20_000);
  });

  test('rings nobody by what a monitor is called or a target answers', () => {
    expect(slackWebhookBody(evil)).not.toMatch(/<[!@]/);
    expect(JSON.parse(discordBody(evil)).allowed_mentions).toEqual({ parse: [] });
    const { text, cardsV2 } = JSON.parse(googleChatBody(evil));
    expect(text).not.toContain('<');
    expect(JSON.stringify(cardsV2)).not.toMatch(/<users|<script|<@|<b>x/);
  });

  test('goes to the address as it was given, with what the tool wants beside it', () => {
    const given = new URL('https://hooks.test/x?key=k');
    expect(discordUrl(given).href).toBe('https://hooks.test/x?key=k&wait=true');
    expect(googleChatUrl(given).searchParams.get('key')).toBe('k');
    expect(given.href).toBe('https://hooks.test/x?key=k');
  });
});

describe('what a webhook gets', () => {
  test('is dated by what happened, not by the attempt', () => {
    const later = { ...long, now: asEpochMs(at + 60_000), againSince: at };
    expect(alertWebhookBody(later)).toBe(alertWebhookBody(long));
    expect(JSON.parse(alertWebhookBody(long))).toMatchObject({
      type: 'monitor.down',
      timestamp: '2026-03-30T07:00:00.000Z',
      data: { id: 'alm_1', alertId: 'alr_1', from: 'UP', to: 'DOWN', logId: 'log_1' },
    });
  });
});
