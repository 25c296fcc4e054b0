import { describe, expect, test } from 'vitest';
import {
  ALERT_TYPES,
  recipientProblem,
  slackPlaceOf,
  type AlertType,
} from '../../../../src/core/monitor/alert-recipient.ts';

const RIGHT: [AlertType, string][] = [
  ['INCIDENT', ''],
  ['EMAIL', 'ops+night@shop.example'],
  ['EMAIL', "o'neil@sub.shop.example"],
  ['SMS', '+4930123456'],
  ['PHONE_CALL', '+14155550100'],
  ['WEBHOOK', 'https://hooks.example/x?y=1'],
  ['WEBHOOK', 'http://user:secret@10.0.0.1:8080/hook'],
  ['DISCORD', 'https://discord.com/api/webhooks/1/abc'],
  ['MICROSOFT_TEAMS', 'https://prod-1.westeurope.logic.azure.com:443/workflows/1'],
  ['GOOGLE_CHAT', 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t'],
  ['SLACK', 'https://hooks.slack.com/services/T/B/x'],
  ['SLACK', '#ops-alerts'],
  ['SLACK', 'C0123ABCD'],
  ['SLACK', 'ann@shop.example'],
];
const WRONG: [AlertType, string][] = [
  ['INCIDENT', 'ops@shop.example'],
  ['EMAIL', 'ops'],
  ['EMAIL', 'ops@shop'],
  ['EMAIL', 'ops@shop.example, dev@shop.example'],
  ['EMAIL', 'Ops <ops@shop.example>'],
  ['EMAIL', `${'a'.repeat(250)}@shop.example`],
  ['SMS', '030 123456'],
  ['SMS', '+0301234567'],
  ['SMS', '+1234567890123456'],
  ['PHONE_CALL', '4930123456'],
  ['WEBHOOK', 'ftp://hooks.example/x'],
  ['WEBHOOK', 'https://'],
  ['WEBHOOK', 'https://hooks example/'],
  ['DISCORD', '#general'],
  ['MICROSOFT_TEAMS', 'ann@shop.example'],
  ['GOOGLE_CHAT', 'spaces/A'],
  ['SLACK', 'ops'],
  ['SLACK', '#two words'],
  ['SLACK', '+4930123456'],
];

describe('the recipient of an alert', () => {
  test.each(RIGHT)('%s %s is taken', (type, recipient) => {
    expect(recipientProblem(type, recipient)).toBeNull();
  });

  test.each(WRONG)('%s %s is refused', (type, recipient) => {
    expect(recipientProblem(type, recipient)).toMatch(/^must be/);
  });

  test.each(ALERT_TYPES.filter((type) => type !== 'INCIDENT'))('of %s is needed, and not endless', (type) => {
    expect(recipientProblem(type, '')).toBe(`is required for ${type}`);
    expect(recipientProblem(type, `https://x.test/${'a'.repeat(2_000)}`)).toMatch(/at most 2000/);
  });

  test.each([
    ['https://hooks.slack.com/services/T/B/x', 'webhook'],
    ['https://ann@hooks.example/x', 'webhook'],
    ['ann@shop.example', 'user'],
    ['#ops', 'channel'],
    ['C0123ABCD', 'channel'],
  ])('%s is reached in Slack as a %s', (recipient, place) => {
    expect(slackPlaceOf(recipient)).toBe(place);
  });
});
