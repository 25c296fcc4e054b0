import type { JobsOptions } from 'bullmq';
import type { Logger } from '../platform/logger.ts';
import type { Clock } from '../platform/clock.ts';
import type { CheckBatch, WakeUp, Wake } from '../services/ports/wake.ts';
import type { HintQueue, QueueBackend } from './backend.ts';
import { checkQueue, WAKE_QUEUE, type JobName, type JobPayload } from './catalog.ts';

/** Hints of one moment are sent together: a thousand incidents at once need one hint a channel, not a thousand. */
const GATHER_MS = 5;
/** What is due later than that waits longer for company: taking hints in costs PostgreSQL much, however few they are. */
const SOON_MS = 1_000;
const GATHER_LATER_MS = 250;
/** Delayed hints of one kind that fall into one such slot are one hint; it comes at the slot's end. */
const SLOT_MS = 50;
const KEEP_FAILED = 100;
const PATIENCE_MS = 2_000;
/** A queue that is down is said once in a while, not once a hint. */
const COMPLAIN_EVERY_MS = 30_000;

type Hint = { [Name in JobName]: { name: Name; data: JobPayload<Name> } }[JobName];
type Wanted = Hint & { readonly queue: string; readonly opts: JobsOptions };

/** Wake-ups that wait for company. */
type Gathering = { wakeUps: WakeUp[]; timer: NodeJS.Timeout | undefined; readonly ms: number };

export type Hints = Wake & { close(): Promise<void> };

/**
 * Queues hints. `onLost` and `onLostChecks` are told what the queue did not take within two seconds, so that this
 * process can look, and check, for itself. `doHere` does in this process what is due now, so that it needs no hint; false:
 * this process does not do that.
 */
export function createHints(options: {
  backend: QueueBackend;
  clock: Clock;
  log: Logger;
  onLost: () => void;
  onLostChecks: (batches: readonly CheckBatch[]) => void;
  doHere?: (wakeUp: WakeUp) => boolean;
}): Hints {
  const { backend, clock, log, onLost, onLostChecks, doHere = () => false } = options;
  const queues = new Map<string, HintQueue>();
  const soon: Gathering = { wakeUps: [], timer: undefined, ms: GATHER_MS };
  const later: Gathering = { wakeUps: [], timer: undefined, ms: GATHER_LATER_MS };
  let lastComplaint = -Infinity;

  const complain = (error: unknown): void => {
    if (clock.now() - lastComplaint < COMPLAIN_EVERY_MS) return;
    lastComplaint = clock.now();
    log.warn({ err: error }, 'the queue does not answer; what is due is looked for every few seconds');
  };
  const queueOf = (name: string): HintQueue => {
    const known = queues.get(name);
    if (known !== undefined) return known;
    const queue = backend.queue(name);
    queue.on('error', complain);
    queues.set(name, queue);
    return queue;
  };
  const add = async (wanted: readonly Wanted[]): Promise<void> => {
    const byQueue = new Map<string, Wanted[]>();
    for (const hint of wanted) byQueue.set(hint.queue, [...(byQueue.get(hint.queue) ?? []), hint]);
    const added = [...byQueue].map(([queue, hints]) =>
      queueOf(queue).addBulk(hints.map(({ name, data, opts }) => ({ name, data, opts }))),
    );
    // A queue that was never reached yet waits for ever; nothing here may.
    await inTime(Promise.all(added));
  };
  const flush = async (gathering: Gathering): Promise<void> => {
    clearTimeout(gathering.timer);
    gathering.timer = undefined;
    const { wakeUps } = gathering;
    gathering.wakeUps = [];
    const wanted = hintsOf(wakeUps, clock.now(), doHere);
    if (wanted.length === 0) return;
    try {
      await add(wanted);
    } catch (error) {
      complain(error);
      onLost();
    }
  };

  return {
    at(wakeUps) {
      const now = clock.now();
      for (const wakeUp of wakeUps) {
        const gathering = wakeUp.at <= now + SOON_MS ? soon : later;
        gathering.wakeUps.push(wakeUp);
        gathering.timer ??= setTimeout(() => void flush(gathering), gathering.ms);
      }
    },

    async check(batches) {
      const claimedAt = clock.now();
      const opts = { removeOnComplete: true, removeOnFail: KEEP_FAILED };
      const wanted = batches.map(({ location, monitorIds }) => ({
        queue: checkQueue(location),
        name: 'check' as const,
        data: { location, monitorIds: [...monitorIds], claimedAt },
        opts,
      }));
      try {
        await add(wanted);
      } catch (error) {
        complain(error);
        onLostChecks(batches);
      }
    },

    async checkNow(wanted) {
      const opts = { removeOnComplete: true, removeOnFail: KEEP_FAILED };
      await add([{ queue: checkQueue(wanted.location), name: 'checkNow', data: wanted, opts }]);
    },

    async ping() {
      try {
        await backend.ping();
        return { ok: true };
      } catch {
        return { ok: false, reason: 'the queue does not answer' };
      }
    },

    async close() {
      await Promise.all([flush(soon), flush(later)]);
      await inTime(Promise.allSettled([...queues.values()].map((queue) => queue.close()))).catch(complain);
    },
  };
}

/** Those that this process does not do itself, each once. */
function hintsOf(
  wakeUps: readonly WakeUp[],
  now: number,
  doHere: (wakeUp: WakeUp) => boolean,
): readonly Wanted[] {
  const hints = new Map(
    wakeUps.map((wakeUp) => {
      const { key, wanted } = hintOf(wakeUp, now);
      return [key, { wakeUp, wanted }] as const;
    }),
  );
  return [...hints.values()]
    .filter(({ wakeUp }) => wakeUp.at > now || !doHere(wakeUp))
    .map(({ wanted }) => wanted);
}

/** What `work` answers, or an error after two seconds. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The key makes hints that mean the same one hint. Delays are whole milliseconds; ids hold no colon. */
function hintOf(wakeUp: WakeUp, now: number): { key: string; wanted: Wanted } {
  const isDue = wakeUp.at <= now;
  const at = isDue ? now : Math.ceil(wakeUp.at / SLOT_MS) * SLOT_MS;
  const slot = isDue ? 'now' : String(at);
  const opts = (name: string): JobsOptions => ({
    removeOnComplete: true,
    removeOnFail: KEEP_FAILED,
    ...(isDue ? {} : { delay: Math.max(0, at - now), jobId: `${name}-${slot}` }),
  });
  const queue = WAKE_QUEUE;
  switch (wakeUp.kind) {
    case 'deliver': {
      const key = `deliver-${wakeUp.channel}`;
      return {
        key: `${key}-${slot}`,
        wanted: { queue, name: 'deliver', data: { channel: wakeUp.channel }, opts: opts(key) },
      };
    }
    case 'advance': {
      const key = `advance-${wakeUp.incidentId}`;
      return {
        key: `${key}-${slot}`,
        wanted: { queue, name: 'advance', data: { incidentId: wakeUp.incidentId }, opts: opts(key) },
      };
    }
    case 'outbox': {
      const { of } = wakeUp;
      const key = of === undefined ? 'outbox' : `outbox-${of}`;
      const data = of === undefined ? {} : { of };
      return { key: `${key}-${slot}`, wanted: { queue, name: 'outbox', data, opts: opts(key) } };
    }
    case 'events':
      return { key: `events-${slot}`, wanted: { queue, name: 'events', data: {}, opts: opts('events') } };
  }
}
