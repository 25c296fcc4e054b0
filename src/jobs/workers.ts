import type { Job } from 'bullmq';
import type { Logger } from '../platform/logger.ts';
import type { HintWorker, QueueBackend } from './backend.ts';
import { checkQueue, JOBS, WAKE_QUEUE, type JobHandlers, type JobName } from './catalog.ts';

const WAKE_CONCURRENCY = 20;
/** Batches at once and location; a batch probes many targets at once itself. */
const CHECK_CONCURRENCY = 4;

/** Starts the workers of this process. A job that fails is logged and not tried again: what is due is still in the database. */
export function startWorkers(options: {
  backend: QueueBackend;
  handlers: JobHandlers;
  locations: readonly string[];
  log: Logger;
}): { close(): Promise<void> } {
  const { backend, handlers, locations, log } = options;
  const process = async (job: Job): Promise<void> => {
    try {
      await run(handlers, job);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed; what it hinted at is looked for again');
      throw error;
    }
  };
  const workers: HintWorker[] = [
    backend.worker(WAKE_QUEUE, process, { concurrency: WAKE_CONCURRENCY }),
    ...locations.map((location) =>
      backend.worker(checkQueue(location), process, { concurrency: CHECK_CONCURRENCY }),
    ),
  ];
  // Connection trouble is said by whoever sends hints; without a listener it would end the process.
  for (const worker of workers)
    worker.on('error', (error) => log.debug({ err: error }, 'queue worker error'));
  return {
    close: async () => {
      await Promise.allSettled(workers.map((worker) => worker.close()));
    },
  };
}

async function run(handlers: JobHandlers, job: Job): Promise<void> {
  if (!isJobName(job.name)) throw new Error(`no handler for the job ${job.name}`);
  const payload: unknown = job.data;
  switch (job.name) {
    case 'deliver':
      return handlers.deliver(JOBS.deliver.parse(payload));
    case 'advance':
      return handlers.advance(JOBS.advance.parse(payload));
    case 'outbox':
      return handlers.outbox(JOBS.outbox.parse(payload));
    case 'events':
      return handlers.events(JOBS.events.parse(payload));
    case 'check':
      return handlers.check(JOBS.check.parse(payload));
    case 'checkNow':
      return handlers.checkNow(JOBS.checkNow.parse(payload));
  }
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOBS, name);
}
