import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toConfig } from '../../src/config/config.ts';
import { compose, type Overrides, type Tocsin } from '../../src/start/compose.ts';
import { createTestDatabase } from './database.ts';
import { quietLog } from './quiet-log.ts';

export const ADMIN_KEY = 'an-admin-key-for-tests';
export const SIGNING_SECRET = 'a-signing-secret';

// What the tests look into is checked by what they expect of it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** The whole product in this process, on a database of its own, seen through its public doors. */
export type Product = {
  readonly tocsin: Tocsin;
  readonly url: string;
  readonly databaseUrl: string;
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
  /** As `api`, and fails the test unless it was answered 200. */
  ok(method: string, path: string, body?: unknown): Promise<Json>;
  /** A press as Slack sends it; answers the HTTP status. */
  press(input: {
    userId: string;
    actionId: string;
    value: string;
    channel: string;
    ts: string;
  }): Promise<number>;
  command(input: { userId: string; command: string; text: string; channelId?: string }): Promise<Response>;
  close(): Promise<void>;
};

export async function startProduct(
  settings: Record<string, string> = {},
  overrides: Overrides = {},
  databaseUrl?: string,
): Promise<Product> {
  const own = databaseUrl === undefined ? await createTestDatabase() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-product-'));
  const url = databaseUrl ?? own?.url ?? '';
  const read = toConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ADMIN_API_KEY: ADMIN_KEY,
    ...settings,
  });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const tocsin = await compose(
    read.config,
    { connectionString: url, isEmbedded: false },
    quietLog(),
    overrides,
  );

  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${tocsin.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Json) };
  };
  const slack = (form: Record<string, string>) => {
    const body = new URLSearchParams(form).toString();
    const timestamp = String(Math.floor(tocsin.services.clock.now() / 1_000));
    const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
    return fetch(`${tocsin.url}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    });
  };
  return {
    tocsin,
    url: tocsin.url,
    databaseUrl: url,
    api,
    ok: async (method, path, body) => {
      const answer = await api(method, path, body);
      if (answer.status !== 200) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      return answer.body;
    },
    press: async ({ userId, actionId, value, channel, ts }) => {
      const payload = {
        type: 'block_actions',
        team: { id: 'T1', domain: 'team' },
        user: { id: userId, username: userId, team_id: 'T1' },
        api_app_id: 'A1',
        token: 'unused',
        container: { type: 'message', message_ts: ts, channel_id: channel },
        channel: { id: channel, name: 'directmessage' },
        message: { ts },
        trigger_id: `trigger.${ts}.${Math.random()}`,
        actions: [
          {
            type: 'button',
            action_id: actionId,
            block_id: 'b',
            value,
            action_ts: String(Date.now() / 1_000),
          },
        ],
      };
      return (await slack({ payload: JSON.stringify(payload) })).status;
    },
    command: ({ userId, command, text, channelId = 'C0OPS' }) =>
      slack({
        command,
        text,
        user_id: userId,
        user_name: userId,
        channel_id: channelId,
        channel_name: 'ops',
        team_id: 'T1',
        team_domain: 'team',
        api_app_id: 'A1',
        token: 'unused',
        trigger_id: `trigger.${Math.random()}`,
        response_url: `${tocsin.url}/nowhere`,
      }),
    close: async () => {
      await tocsin.stop();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
