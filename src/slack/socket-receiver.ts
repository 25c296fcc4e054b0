import { SocketModeReceiver, type App, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from '../platform/logger.ts';
import { slackLogger } from './logger.ts';
import { fromBody } from './request.ts';
import type { Intake } from './intake.ts';

/** A connection that says nothing for this long after it was asked for is given up and made anew. */
const CONNECT_WITHIN_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const OPEN_TIMEOUT_MS = 10_000;

export interface SocketReceiver {
  /** Connects in the background and for ever: returns at once, whether Slack answers or not. */
  start(): void;
  stop(): Promise<void>;
  isConnected(): boolean;
}

/**
 * Socket mode: the same requests over a connection that this process opens. Bolt's receiver reads the socket, and
 * what it reads goes through the intake like a request over HTTP: stored first, acknowledged after. Reconnecting is
 * done here, because the client's own way of it ends the process when Slack cannot be reached.
 */
export function createSocketReceiver(options: {
  appToken: string;
  apiUrl: string | null;
  intake: Intake;
  log: Logger;
}): SocketReceiver {
  const { appToken, apiUrl, intake, log } = options;
  const inner = new SocketModeReceiver({
    appToken,
    logger: slackLogger(log),
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        retryConfig: { retries: 0 },
        timeout: OPEN_TIMEOUT_MS,
        ...(apiUrl === null ? {} : { slackApiUrl: apiUrl }),
      },
    },
  });
  inner.init(asApp((event) => deliver(event, intake, log)));

  let failures = 0;
  let isConnected = false;
  let isStopped = true;
  let timer: NodeJS.Timeout | undefined;

  const connect = (): void => {
    timer = setTimeout(() => void inner.client.disconnect(), CONNECT_WITHIN_MS);
    inner.start().then(
      () => {
        clearTimeout(timer);
        timer = undefined;
        failures = 0;
        isConnected = true;
        log.info('connected to Slack by socket');
      },
      (error: unknown) => connectLater(error),
    );
  };
  const connectLater = (error: unknown): void => {
    isConnected = false;
    clearTimeout(timer);
    if (isStopped) return;
    const pauseMs = failures === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    if (failures > 0) log.warn({ err: error, pauseMs }, 'no connection to Slack by socket');
    failures += 1;
    timer = setTimeout(connect, pauseMs);
  };
  inner.client.on('disconnected', connectLater);

  return {
    start: () => {
      isStopped = false;
      connect();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await inner.stop();
    },
    isConnected: () => isConnected,
  };
}

async function deliver(event: ReceiverEvent, intake: Intake, log: Logger): Promise<void> {
  const parsed = fromBody(event.body);
  if (parsed.kind !== 'request') {
    log.warn({ kind: parsed.kind }, 'a request from Slack could not be read');
    return;
  }
  const { retryNum } = event;
  try {
    let isAcknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      if (isAcknowledged) return;
      isAcknowledged = true;
      await event.ack(response);
    };
    await intake.take({ request: parsed.request, ack, ...(retryNum === undefined ? {} : { retryNum }) });
    await ack();
  } catch (error) {
    // Unacknowledged: Slack delivers an event again and shows an error to whoever pressed.
    log.error({ err: error }, 'a request from Slack could not be stored');
  }
}

/** Bolt's socket receiver calls nothing of its app but `processEvent`. */
function asApp(processEvent: App['processEvent']): App {
  return { processEvent } as App;
}
