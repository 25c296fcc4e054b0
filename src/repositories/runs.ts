import type { PolicySnapshot } from '../core/escalation/run.ts';
import { nextDueAt, statusOf } from '../core/escalation/run.ts';
import type { NotifyAction } from '../core/escalation/snapshot.ts';
import type { Run, RunRepository } from '../services/ports/runs.ts';
import type { Db } from './client.ts';
import type { Prisma } from './generated/client.ts';
import { fromDate, fromDateOrNull, toDate, toDateOrNull } from './time.ts';

export function runRepository(db: Db): RunRepository {
  return {
    async ofIncident(incidentId) {
      const rows = await db.escalationRun.findMany({
        where: { incidentId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row): Run => ({
        id: row.id,
        incidentId: row.incidentId,
        policy: fromJson(row.snapshot),
        state: {
          pass: row.pass,
          position: row.position,
          passStartedAt: fromDate(row.passStartedAt),
          acknowledgedAt: fromDateOrNull(row.acknowledgedAt),
          pausedAt: fromDateOrNull(row.pausedAt),
          ended: row.status === 'DONE',
        },
      }));
    },

    async save(runs) {
      for (const run of runs) {
        // One or two a time: the runs of one incident.
        await db.escalationRun.update({
          where: { id: run.id },
          data: { ...stateColumns(run), generation: { increment: 1 } },
        });
      }
    },

    async incidentsDue(now, limit) {
      const rows = await db.$queryRaw<{ incident_id: string }[]>`
        select incident_id from escalation_run where next_due_at <= ${toDate(now)}
        group by incident_id order by min(next_due_at), incident_id limit ${limit}`;
      return rows.map((row) => row.incident_id);
    },
  };
}

function stateColumns({ policy, state }: Run) {
  return {
    status: statusOf(policy, state),
    pass: state.pass,
    position: state.position,
    passStartedAt: toDate(state.passStartedAt),
    acknowledgedAt: toDateOrNull(state.acknowledgedAt),
    pausedAt: toDateOrNull(state.pausedAt),
    nextDueAt: toDateOrNull(nextDueAt(policy, state)),
  };
}

// A snapshot is plain data that only additions.ts writes, so what is read back has the type that was written.
function fromJson(json: Prisma.JsonValue): PolicySnapshot<NotifyAction> {
  return json as unknown as PolicySnapshot<NotifyAction>;
}
