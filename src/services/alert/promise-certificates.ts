import { watchedCertificate, type WatchedCertificate } from '../../core/monitor/alert.ts';
import { certificateView } from '../../core/monitor/alert-message.ts';
import type { SslDetails } from '../../core/monitor/probe-result.ts';
import { DAY_MS, plusMs } from '../../core/time/instant.ts';
import { contextOf, SYSTEM, type Context } from '../context.ts';
import { certificateOpeningFor, openIncident } from '../monitor/incident-of.ts';
import type { Monitor } from '../ports/monitor-config.ts';
import type { MonitorLog } from '../ports/monitor-logs.ts';
import { transact } from '../transact.ts';
import { candidatesOf } from './candidates.ts';

type Seen = {
  readonly monitor: Monitor;
  readonly log: MonitorLog;
  readonly ssl: SslDetails;
  readonly watched: WatchedCertificate;
};

/**
 * Promises what checks saw of certificates to the alerts that ask for it: each once a certificate, when its days left
 * have first fallen to the alert's limit. One statement for the batch where nobody has to be told.
 */
export async function promiseCertificates(
  context: Context,
  checks: readonly { readonly monitor: Monitor; readonly logs: readonly MonitorLog[] }[],
): Promise<void> {
  const ctx = contextOf(context, SYSTEM);
  const seen = checks.flatMap(({ monitor, logs }) => {
    const log = logs.at(-1);
    if (monitor.alerts.length === 0 || log === undefined || log.sslDetails === null) return [];
    const watched = watchedCertificate(log.sslDetails, ctx.now);
    return watched === null ? [] : [{ monitor, log, ssl: log.sslDetails, watched }];
  });
  if (seen.length === 0) return;
  const due = await ctx.read.alertMessages.certificatesDue(
    seen.map(({ monitor, watched }) => ({ monitorId: monitor.id, ...watched })),
  );
  for (const { monitorId, subject, opensIncident } of due) {
    const one = seen.find(({ monitor, watched }) => monitor.id === monitorId && watched.subject === subject);
    if (one !== undefined) await promiseCertificate(ctx, one, opensIncident);
  }
}

async function promiseCertificate(ctx: Context, seen: Seen, opensIncident: boolean): Promise<void> {
  const { monitor, log, ssl, watched } = seen;
  const { pageId } = monitor;
  const view = certificateView({ pageId, monitor, cause: log, at: ctx.now, certificate: ssl });
  const opening = opensIncident ? await certificateOpeningFor(ctx, monitor, view) : null;
  await transact(ctx, async (tx) => {
    const promised = await tx.store.alertMessages.promise(
      {
        monitorId: monitor.id,
        subject: watched.subject,
        asks: { daysLeft: watched.daysLeft },
        view,
        // Worth knowing until the certificate has ended, and a day at least.
        expiresAt: plusMs(ssl.validTo > ctx.now ? ssl.validTo : ctx.now, DAY_MS),
        candidates: candidatesOf(ctx, monitor),
      },
      ctx.now,
    );
    // Another process saw the same certificate at the same time.
    if (promised.length === 0) return;
    tx.happened({
      type: 'monitor.ssl_expiring',
      pageId,
      monitorId: monitor.id,
      text: `${view.title}.`,
      data: { daysLeft: watched.daysLeft, validTo: new Date(ssl.validTo).toISOString(), logId: log.id },
    });
    tx.sendAlerts(promised.filter(({ type }) => type !== 'INCIDENT').map(({ id }) => id));
    const isAsked = promised.some(({ type }) => type === 'INCIDENT');
    if (isAsked && opening !== null) await openIncident(ctx, tx, opening);
  });
}
