import { createLogger, type Logger } from '../../src/platform/logger.ts';

/** A logger that says nothing. */
export function quietLog(): Logger {
  return createLogger({ level: 'silent', pretty: false, destination: { write: () => undefined } });
}
