import { createSlackChannel } from '../../src/channels/slack.ts';
import { closedPort } from '../support/fake-http.ts';
import { startFakeSlack } from '../support/fake-slack.ts';
import { quietLog } from '../support/quiet-log.ts';
import { senderContract, type Harness } from './sender-contract.ts';

const token = 'xoxb-secret-token';

senderContract('Slack', {
  start: async ({ timeoutMs }): Promise<Harness> => {
    const slack = await startFakeSlack();
    const channel = createSlackChannel({ token, apiUrl: slack.apiUrl, timeoutMs, log: quietLog() });
    return {
      sender: channel.sender,
      behave: slack.behave,
      taken: () => slack.messages.length,
      asked: () => slack.calls('chat.postMessage').length,
      close: async () => {
        await channel.close();
        await slack.close();
      },
    };
  },
  startUnreachable: async () => {
    const apiUrl = `http://127.0.0.1:${await closedPort()}/api/`;
    const channel = createSlackChannel({ token, apiUrl, timeoutMs: 2_000, log: quietLog() });
    return {
      sender: channel.sender,
      behave: () => undefined,
      taken: () => 0,
      asked: () => 0,
      close: () => channel.close(),
    };
  },
  reachable: { chatUserId: 'U0ANN' },
  unreachable: { chatUserId: null },
  afterBroken: 'uncertain',
  saysWhen: true,
  canFind: true,
  refusals: [
    'channel_not_found',
    'user_disabled',
    'restricted_action_thread_only_channel',
    'invalid_auth',
    'missing_scope',
  ],
  secrets: [token],
});
