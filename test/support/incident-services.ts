import { createHmac } from 'node:crypto';
import type { Services } from '../../src/services/context.ts';

/** Adds to services what the incident use cases need beside a store: an e-mail channel that sends nothing, signed links. */
export function completeServices(services: Services): void {
  const seal = (payload: string) => createHmac('sha256', 'test').update(payload).digest('base64url');
  Object.assign(services, {
    senders: new Map([['EMAIL', {}]]),
    meter: { event: () => undefined, attempt: () => undefined },
    random: () => 0.5,
    sleep: async () => undefined,
    links: {
      sign: (payload: string) => `${Buffer.from(payload).toString('base64url')}.${seal(payload)}`,
      read: (token: string) => {
        const [body = '', signature] = token.split('.');
        const payload = Buffer.from(body, 'base64url').toString();
        return seal(payload) === signature ? payload : null;
      },
    },
    settings: {
      ...services.settings,
      publicUrl: 'https://tocsin.test',
      defaultChatChannel: null,
      stormPerMinute: 30,
      slackPostsPerSecond: 20,
      logRetentionDays: 30,
      allowPrivateTargets: true,
      recordLeftOut: false,
    },
  } satisfies Partial<Record<keyof Services, unknown>>);
}
