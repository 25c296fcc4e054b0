import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The process's logger: one readable line an event where `pretty` is set (a person at a terminal),
 * JSON otherwise. Secrets, phone numbers and bodies of messages are redacted by their field's name
 * and, for texts such as an error's, by their form.
 */
export function createLogger(options: {
  level: LogLevel;
  pretty: boolean;
  destination?: DestinationStream;
}): Logger {
  const destination = options.destination ?? pino.destination({ dest: 1, sync: true });
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err, req: serializeRequest },
      // On the finished line, because children's fields pass through no other hook.
      hooks: { streamWrite: redactLine },
    },
    options.pretty ? readable(destination) : destination,
  );
}

function readable(destination: DestinationStream): DestinationStream {
  const format = prettyFactory({
    colorize: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId,subsystem',
    messageFormat: '{if subsystem}{subsystem}: {end}{msg}',
  });
  return { write: (line) => destination.write(format(line)) };
}

function serializeRequest(request: { method?: string; url?: string }): unknown {
  return { method: request.method, url: request.url };
}
