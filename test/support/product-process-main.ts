// The product as `npm start` runs it, with one difference: it can be told (by a message from its parent) to die of
// SIGKILL at a named point of a page's way.
//
//   node --import ./scripts/typescript.mjs test/support/product-process-main.ts
//
// `{ dieAt: point, channel }` arms it, and is answered by `{ armed: point }`.

import { toConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { compose } from '../../src/start/compose.ts';
import { startDatabase } from '../../src/start/database.ts';
import type { Services } from '../../src/services/context.ts';
import type { Sender } from '../../src/services/ports/sender.ts';
import type { DeathPoint, DieAt } from './product-process.ts';

let armed: DieAt | null = null;
process.on('message', (wish: DieAt) => {
  armed = wish;
  process.send?.({ armed: wish.dieAt });
});

function dieIf(point: DeathPoint, channel: string | null): void {
  if (armed?.dieAt === point && (channel === null || armed.channel === channel)) {
    process.kill(process.pid, 'SIGKILL');
  }
}

const mortal = (sender: Sender): Sender => ({
  ...sender,
  send: async (page) => {
    dieIf('after the claim', sender.channel);
    const result = await sender.send(page);
    dieIf('after the send', sender.channel);
    return result;
  },
});

const wrapServices = (services: Services): Services => ({
  ...services,
  senders: new Map([...services.senders].map(([channel, sender]) => [channel, mortal(sender)])),
  wake: {
    ...services.wake,
    at: (wakeUps) => {
      if (wakeUps.some(({ kind }) => kind === 'deliver')) dieIf('after the record', null);
      services.wake.at(wakeUps);
    },
  },
});

const read = toConfig(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const log = createLogger({ level: 'warn', pretty: false });
const database = await startDatabase(read.config, log);
await compose(read.config, database, log, { wrapServices });
