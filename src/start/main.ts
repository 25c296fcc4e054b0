import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { toConfig, helpText, type Config } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres.ts';
import { createLogger, type LogLevel, type Logger } from '../platform/logger.ts';
import { createShutdown } from '../platform/shutdown.ts';
import { banner } from './banner.ts';
import { compose } from './compose.ts';
import { startDatabase } from './database.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(helpText());
} else {
  const read = toConfig(readEnv());
  if (read.ok) await start(read.config);
  else {
    process.stderr.write(read.problems.map((problem) => `tocsin: ${problem}\n`).join(''));
    process.exitCode = 1;
  }
}

async function start(config: Config): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  const log = createLogger({ level: config.logLevel as LogLevel, pretty: isTerminal });
  const shutdown = createShutdown({ log });
  // From the first moment on: a signal during the start ends what has started by then.
  shutdown.listen(process);
  try {
    const database = await startDatabase(config, log);
    shutdown.add('database', () => database.stop(), 8_000);
    const tocsin = await compose(config, database, log);
    shutdown.add('product', () => tocsin.stop(), 8_000);
    void database.lost.then(async (reason) => {
      log.fatal({ reason }, 'the embedded database ended; so does the product');
      await shutdown.run('database lost');
      process.exit(1);
    });
    const adminKeyPath = keepAdminKey(config, tocsin.adminKey);
    // Counted from the start of the process.
    const startMs = performance.now();
    tell(log, isTerminal, {
      config,
      url: tocsin.url,
      startMs,
      isEmbedded: database.isEmbedded,
      adminKeyPath,
    });
    // Past the log on purpose: a log is kept, and this is said only once.
    if (tocsin.adminKey !== null) {
      const out = isTerminal ? process.stdout : process.stderr;
      out.write(`The first admin key, shown this once: ${tocsin.adminKey}\n`);
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || isAddressError(error)) {
      process.stderr.write(`tocsin: ${error.message}\n`);
    } else log.fatal({ err: error }, 'the start failed');
    await shutdown.run('the start failed');
    process.exit(1);
  }
}

function tell(log: Logger, isTerminal: boolean, told: Parameters<typeof banner>[0]): void {
  if (isTerminal) process.stdout.write(`${banner(told).join('\n')}\n`);
  else {
    const { config, url, startMs, isEmbedded } = told;
    log.info(
      {
        url,
        startMs: Math.round(startMs),
        embeddedDatabase: isEmbedded,
        queues: config.redisUrl === null ? 'postgresql' : 'redis',
        chat: config.slack === null ? 'sandbox' : 'slack',
        leftOut: [
          config.mail === null ? 'EMAIL' : '',
          config.twilio === null ? 'SMS' : '',
          'PHONE_CALL',
        ].filter(Boolean),
        roles: config.roles,
      },
      'ready',
    );
  }
}

/** Written for this machine's owner alone. Where the key is already known nothing is written. */
function keepAdminKey(config: Config, adminKey: string | null): string | null {
  const path = join(config.dataDir, 'admin-key');
  if (adminKey !== null) {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(path, `${adminKey}\n`, { mode: 0o600 });
  }
  return config.adminApiKey === null ? path : null;
}

function isAddressError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EADDRNOTAVAIL')
  );
}
