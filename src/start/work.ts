import type { Config } from '../config/config.ts';
import { CHANNELS, type Channel } from '../core/notification/channel.ts';
import { LOCATIONS } from '../services/ports/monitor-config.ts';
import { CLAIM_HOLDS_MS } from '../services/ports/monitor-checks.ts';
import type { QueueBackend } from '../jobs/backend.ts';
import type { JobHandlers } from '../jobs/catalog.ts';
import { createDrainer, type Drainer } from '../jobs/drainer.ts';
import { startWorkers } from '../jobs/workers.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { StallWatch } from '../platform/stall.ts';
import type { OutboxKind } from '../services/ports/outbox.ts';
import type { CheckBatch, WakeUp } from '../services/ports/wake.ts';
import { contextOf, SYSTEM, type Services } from '../services/context.ts';
import { wakeUp } from '../services/incident/wake-up.ts';
import { advanceMaintenances } from '../services/maintenance/advance.ts';
import { releaseHidden } from '../services/maintenance/release-hidden.ts';
import { checkNow } from '../services/monitor/check-now.ts';
import { claimDue, recallPutOff, reclaimLost } from '../services/monitor/claim-due.ts';
import { markStale } from '../services/monitor/mark-stale.ts';
import { runChecks, type CheckServices } from '../services/monitor/run-checks.ts';
import { deliver } from '../services/notification/deliver.ts';
import { checkHealth } from '../services/oncall/check-health.ts';
import { coverTimeOff } from '../services/oncall/cover-time-off.ts';
import { lookForHandoffs } from '../services/oncall/look-for-handoffs.ts';
import { drainOutbox } from '../services/outbox/drain.ts';
import { putDueInForce } from '../services/schedule/put-due-in-force.ts';
import { prune } from '../services/sweep/prune.ts';
import { sweep } from '../services/sweep/sweep.ts';
import { createEventWork } from './event-work.ts';
import { every } from './every.ts';
import { createHeartbeatWork } from './heartbeat-work.ts';

/** Messages taken at once; a storm to one member is bundled from what is taken together. */
const DELIVER_BATCH = 50;
const DELIVER_CONCURRENCY = 4;
const OUTBOX_BATCH = 20;
const ALERT_CONCURRENCY = 4;
/** Few at a time: a batch waits for the slowest of its receivers, and pages go first. */
const SUBSCRIBER_BATCH = 5;
const SUBSCRIBER_CONCURRENCY = 3;
/** One leaves in a second: thousands that wait for theirs must not keep the database busy with asking whether it is theirs. */
const SMS_PAUSE_MS = 200;
const TICK_MS = 1_000;
/** What was lost is found within 15 s, the looking and the sending included. */
const SWEEP_MS = 12_000;
/** That often a process that hears heartbeats says so. */
const HEARING_MS = 5_000;
const PRUNE_MS = 60 * 60 * 1_000;
/** Each page is due once a day; this is how late that look may be. */
const HEALTH_MS = 10 * 60 * 1_000;
/** What time off hits after a schedule was changed is asked for that late. */
const COVER_MS = 60 * 60 * 1_000;

/** A backlog of an outage is worked off in one go, up to this many looks. */
const MOST_LOOKS = 40;

export type Work = {
  /** Looks for everything that is due, hints or not, handoffs too: what the sweeper does, now. */
  sweepNow(): Promise<void>;
  /** Hands out checks that are due and looks for handoffs: what the scheduler does, now. */
  tickNow(): Promise<void>;
  /** Starts on what is due now; false where this process does not do it, or it is better shared. */
  doHere(wakeUp: WakeUp): boolean;
  /** A hint was lost: this process looks for itself. */
  lookNow(): void;
  /** The queue did not take these checks: those of this process's locations are made here and now. */
  checkHere(batches: readonly CheckBatch[]): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Takes nothing more; resolves when what runs has ended. */
  stop(): Promise<void>;
};

/** What this process does by itself, by its roles: checks, escalation, sending, sweeping. */
export function startWork(options: {
  config: Config;
  services: Services;
  checks: CheckServices;
  backend: QueueBackend;
  metrics: Metrics;
  stalls: StallWatch;
  /** Does what chat asked for and was never done. */
  replayChat: (() => Promise<number>) | null;
  /** Events can be seen by whoever follows them. */
  onPublished?: () => void;
  /** False: nothing runs by the clock of the machine; a test calls for it. */
  timers: boolean;
}): Work {
  const { config, services, checks, backend, metrics, stalls, replayChat } = options;
  const { log } = services;
  const context = () => contextOf(services, SYSTEM);
  const isWorker = config.roles.includes('worker');
  const isScheduler = config.roles.includes('scheduler');

  const drainers = new Map<Channel, Drainer>(
    CHANNELS.map((channel) => [
      channel,
      createDrainer({
        name: `deliver ${channel}`,
        concurrency: DELIVER_CONCURRENCY,
        batch: async () => (await deliver(context(), { channel, limit: DELIVER_BATCH })).claimed,
        log,
      }),
    ]),
  );
  const promised = (
    kind: OutboxKind,
    concurrency: number,
    { limit = OUTBOX_BATCH, pauseMs = 0 } = {},
  ): [OutboxKind, Drainer] => [
    kind,
    createDrainer({
      name: kind,
      concurrency,
      batch: async () => {
        const { claimed } = await drainOutbox(context(), { kind, limit });
        if (claimed > 0 && pauseMs > 0) await services.sleep(pauseMs);
        return claimed;
      },
      log,
    }),
  ];
  // Each on its own: what waits for somebody's webhook must not hold up the cards, nor one receiver all others.
  const outbox = new Map([
    promised('chat.sync', 1),
    promised('notice.send', 1),
    promised('alert.send', ALERT_CONCURRENCY),
    promised('announcement.send', 1),
    promised('announcement.deliver', SUBSCRIBER_CONCURRENCY, { limit: SUBSCRIBER_BATCH }),
    promised('announcement.webhook', SUBSCRIBER_CONCURRENCY, { limit: SUBSCRIBER_BATCH }),
    promised('announcement.sms', 2, { limit: SUBSCRIBER_BATCH, pauseMs: SMS_PAUSE_MS }),
    promised('subscriber.confirm', 1, { limit: SUBSCRIBER_BATCH }),
  ]);
  const eventWork = createEventWork({
    services,
    onPublished: options.onPublished ?? (() => undefined),
    isWorker,
  });
  const allDrainers = [...drainers.values(), ...outbox.values(), ...eventWork.drainers];
  const pokeAll = () => {
    for (const drainer of allDrainers) drainer.poke();
  };

  const heartbeats = createHeartbeatWork({ config, services });
  const underWay = new Set<Promise<void>>();
  const checkInBackground = (batch: CheckBatch) => {
    const run = runChecks(context(), checks, batch)
      .catch((error: unknown) => {
        log.error(
          { err: error, location: batch.location },
          'checks could not be made; they are claimed again',
        );
      })
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };

  const pokeOutbox = (of?: string) => {
    for (const [kind, drainer] of outbox) if (of === undefined || of === kind) drainer.poke();
  };
  const pokeFor = (wakeUp: WakeUp): boolean => {
    switch (wakeUp.kind) {
      case 'deliver':
        drainers.get(wakeUp.channel)?.poke();
        return true;
      case 'outbox':
        pokeOutbox(wakeUp.of);
        return true;
      case 'events':
        eventWork.poke();
        return true;
      case 'advance':
        return false;
    }
  };
  const handlers: JobHandlers = {
    deliver: async ({ channel }) => drainers.get(channel)?.poke(),
    advance: ({ incidentId }) => wakeUp(context(), { incidentId }),
    outbox: async ({ of }) => pokeOutbox(of),
    events: async () => eventWork.poke(),
    check: async ({ location, monitorIds, claimedAt }) => {
      // Checks of an old batch are claimed anew by now: making them twice would tell nothing.
      if (services.clock.now() - claimedAt >= CLAIM_HOLDS_MS) return;
      // Not waited for: a target that hangs must not hold the place of the batches behind its own.
      checkInBackground({ location, monitorIds });
    },
    checkNow: (wanted) => checkNow(context(), checks, wanted),
  };
  const workers = isWorker ? startWorkers({ backend, handlers, locations: config.locations, log }) : null;

  const tick = async () => {
    if (!isScheduler) return;
    await claimDue(context(), { locations: LOCATIONS });
    await putDueInForce(context());
  };
  const lookHandoffs = async () => {
    if (isScheduler) await lookForHandoffs(context());
  };
  const publish = async () => {
    if (isScheduler || isWorker) await eventWork.tick();
  };
  const lookMaintenances = async () => {
    if (isScheduler) await advanceMaintenances(context());
  };
  /** What the scheduler did not come to, and incidents that are hidden no more. */
  const sweepMaintenances = async () => {
    if (!isWorker) return;
    await advanceMaintenances(context());
    await releaseHidden(context(), {});
  };
  const sweepPages = async () => {
    if (!isWorker) return;
    // First what needs no thought, and again whatever came of the rest.
    pokeAll();
    try {
      for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
        const found = await sweep(context());
        metrics.repairs.inc({ kind: 'escalation' }, found.incidents);
        metrics.repairs.inc({ kind: 'notification' }, found.channels.length);
        metrics.repairs.inc({ kind: 'outbox' }, found.outbox);
        if (found.isWhole) break;
      }
    } finally {
      pokeAll();
    }
  };
  const sweepChecks = async () => {
    if (!isScheduler) return;
    await recallPutOff(context());
    const { reclaimed } = await reclaimLost(context(), { locations: LOCATIONS });
    metrics.repairs.inc({ kind: 'check' }, reclaimed);
    await markStale(context(), { steadyMs: stalls.steadyMs() });
    metrics.incidentsOpen.set(await services.uow.read.incidents.countOpen());
  };
  const sweepChat = async () => {
    const replayed = (await replayChat?.()) ?? 0;
    metrics.repairs.inc({ kind: 'chat request' }, replayed);
  };

  const cover = async () => {
    if (isScheduler) await coverTimeOff(context());
  };

  // Each on its own: a queue or a chat that does not answer must not keep pages from being found.
  const sweeps = [sweepPages, sweepChecks, heartbeats.settle, sweepChat, sweepMaintenances];
  const timers = options.timers
    ? [
        // Not in one: however many handoffs there are at nine o'clock, checks are made on time.
        every(TICK_MS, tick, log),
        every(TICK_MS, lookHandoffs, log),
        every(TICK_MS, lookMaintenances, log),
        every(HEARING_MS, heartbeats.hear, log, { atOnce: true }),
        every(TICK_MS, heartbeats.judge, log),
        every(TICK_MS, publish, log),
        ...sweeps.map((look) => every(SWEEP_MS, look, log, { atOnce: true })),
        every(PRUNE_MS, async () => void (isScheduler ? await prune(context()) : null), log),
        every(COVER_MS, cover, log, { atOnce: true }),
        every(HEALTH_MS, async () => void (isScheduler ? await checkHealth(context()) : null), log),
      ]
    : [];
  return {
    sweepNow: async () => void (await Promise.all([...sweeps, lookHandoffs].map((look) => look()))),
    tickNow: async () => {
      await tick();
      await heartbeats.hear();
      await heartbeats.judge();
      await lookHandoffs();
      await lookMaintenances();
      await publish();
    },
    checkHere: (batches) => {
      if (!isWorker) return;
      for (const batch of batches) if (config.locations.includes(batch.location)) checkInBackground(batch);
    },
    doHere: (wakeUp) => isWorker && pokeFor(wakeUp),
    lookNow: () => (isWorker ? pokeAll() : undefined),
    idle: async () => {
      await Promise.all(allDrainers.map((drainer) => drainer.idle()));
    },
    stop: async () => {
      // All at once: something that hangs keeps nothing else from being told.
      await Promise.all([
        ...timers.map((timer) => timer.stop()),
        workers?.close(),
        ...underWay,
        ...allDrainers.map((drainer) => drainer.stop()),
      ]);
    },
  };
}
