import { LogLevel, type Logger as SlackLogger } from '@slack/bolt';
import type { Logger } from '../platform/logger.ts';

/**
 * Slack's libraries log into ours. Their debug lines hold whole bodies of requests, so those go nowhere; what they
 * call an error is handled, retried or told by our own code, so it is a warning here.
 */
export function slackLogger(log: Logger): SlackLogger {
  const say =
    (level: 'debug' | 'warn') =>
    (...parts: unknown[]): void =>
      log[level]({ detail: parts.map(String).join(' ').slice(0, 1_000) }, 'said by a library of Slack');
  return {
    debug: () => undefined,
    info: say('debug'),
    warn: say('warn'),
    error: say('warn'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
