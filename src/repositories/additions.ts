import { nextDueAt, statusOf } from '../core/escalation/run.ts';
import type { EpochMs } from '../core/time/instant.ts';
import type { AdditionRepository, Additions } from '../services/ports/additions.ts';
import { TryAgainError } from '../services/errors.ts';
import type { Db } from './client.ts';
import { isForeignKeyViolation } from './errors.ts';
import { Prisma } from './generated/client.ts';
import { storableJson } from './storable.ts';
import { toDate, toDateOrNull } from './time.ts';

type Row = Readonly<Record<string, unknown>>;

/** How the rows of one kind are written: as a recordset that the statement inserts, in the order of `"order"`. */
type Kind = {
  readonly rowsOf: (addition: Addition) => readonly Row[];
  readonly insert: (recordset: Prisma.Sql) => Prisma.Sql;
};

/** What one unit of work adds, and when. */
export type Addition = { readonly added: Partial<Additions>; readonly now: EpochMs };

export function additionRepository(
  db: Db,
): AdditionRepository & { insertAll(additions: readonly Addition[]): Promise<void> } {
  const insertAll = async (additions: readonly Addition[]): Promise<void> => {
    const parts = KINDS.flatMap(({ rowsOf, insert }) => {
      const rows = additions.flatMap(rowsOf).map((row, order) => ({ ...row, order }));
      return rows.length === 0 ? [] : [insert(Prisma.sql`${storableJson(rows)}::jsonb`)];
    });
    if (parts.length === 0) return;
    const named = parts.map((part, i) => Prisma.sql`${Prisma.raw(`added_${i}`)} as (${part})`);
    try {
      // Foreign keys between them are checked when the whole statement has ended.
      await db.$executeRaw`with ${Prisma.join(named)} select 1`;
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new TryAgainError('what is named was deleted in this very moment', { cause: error });
    }
  };
  return { insertAll, insert: (added, now) => insertAll([{ added, now }]) };
}

const updateRows = ({ added: { updates = [] } }: Addition): Row[] =>
  updates.map(({ id, incidentId, message, status, notify, translations, started, createdAt }) => ({
    id,
    incident_id: incidentId,
    message,
    status,
    notify,
    translations,
    started: toDate(started),
    created_at: toDate(createdAt),
  }));

const insertUpdates = (rows: Prisma.Sql) => Prisma.sql`
  insert into incident_update (id, incident_id, message, status, notify, translations, started, created_at)
  select * from jsonb_to_recordset(${rows}) as r (id text, incident_id text, message text, status text,
    notify boolean, translations jsonb, started timestamptz, created_at timestamptz)`;

const runRows = ({ added: { runs = [] }, now }: Addition): Row[] =>
  runs.map(({ id, incidentId, policy, state }) => ({
    id,
    incident_id: incidentId,
    policy_id: policy.id,
    policy_name: policy.name,
    snapshot: policy,
    status: statusOf(policy, state),
    pass: state.pass,
    position: state.position,
    pass_started_at: toDate(state.passStartedAt),
    acknowledged_at: toDateOrNull(state.acknowledgedAt),
    paused_at: toDateOrNull(state.pausedAt),
    next_due_at: toDateOrNull(nextDueAt(policy, state)),
    created_at: toDate(now),
  }));

const insertRuns = (rows: Prisma.Sql) => Prisma.sql`
  insert into escalation_run (id, incident_id, policy_id, policy_name, snapshot, status, pass, position,
    pass_started_at, acknowledged_at, paused_at, next_due_at, created_at)
  select * from jsonb_to_recordset(${rows}) as r (id text, incident_id text, policy_id text, policy_name text,
    snapshot jsonb, status text, pass int, position int, pass_started_at timestamptz, acknowledged_at timestamptz,
    paused_at timestamptz, next_due_at timestamptz, created_at timestamptz)`;

const firingRows = ({ added: { firings = [] } }: Addition): Row[] =>
  firings.map(({ id, incidentId, runId, kind, pass, rule, dueAt, firedAt, reached }) => ({
    id,
    incident_id: incidentId,
    run_id: runId,
    kind,
    pass,
    rule,
    due_at: toDate(dueAt),
    fired_at: toDate(firedAt),
    reached,
  }));

const insertFirings = (rows: Prisma.Sql) => Prisma.sql`
  insert into firing (id, incident_id, run_id, kind, pass, rule, due_at, fired_at, reached)
  select * from jsonb_to_recordset(${rows}) as r (id text, incident_id text, run_id text, kind text, pass int,
    rule int, due_at timestamptz, fired_at timestamptz, reached int)`;

const notificationRows = ({ added: { notifications = [] }, now }: Addition): Row[] =>
  notifications.map((step) => ({
    id: step.id,
    incident_id: step.incidentId,
    firing_id: step.firingId,
    member_id: step.memberId,
    channel: step.channel,
    step: step.step,
    set_key: step.setKey,
    state: step.state,
    why: step.why,
    due_at: toDate(step.dueAt),
    next_attempt_at: toDate(step.dueAt),
    even_if_taken: step.evenIfTaken,
    reason: step.reason,
    created_at: toDate(now),
  }));

const insertNotifications = (rows: Prisma.Sql) => Prisma.sql`
  insert into notification (id, incident_id, firing_id, member_id, channel, step, set_key, state, why, due_at,
    next_attempt_at, even_if_taken, reason, created_at)
  select * from jsonb_to_recordset(${rows}) as r (id text, incident_id text, firing_id text, member_id text,
    channel text, step int, set_key text, state text, why text, due_at timestamptz, next_attempt_at timestamptz,
    even_if_taken boolean, reason text, created_at timestamptz)`;

const messageRows = ({ added: { chatMessages = [] } }: Addition): Row[] =>
  chatMessages.map((message) => ({
    id: message.id,
    incident_id: message.incidentId,
    kind: message.kind,
    member_id: message.memberId,
    notification_id: message.notificationId,
    channel: message.channel,
    ts: message.ts,
    shown_version: message.shownVersion,
    thread_seq: String(message.threadSeq),
    why: message.why,
    created_at: toDate(message.createdAt),
  }));

const insertMessages = (rows: Prisma.Sql) => Prisma.sql`
  insert into chat_message (id, incident_id, kind, member_id, notification_id, channel, ts, shown_version, thread_seq,
    why, created_at)
  select * from jsonb_to_recordset(${rows}) as r (id text, incident_id text, kind text, member_id text,
    notification_id text, channel text, ts text, shown_version int, thread_seq bigint, why text,
    created_at timestamptz)
  on conflict do nothing`;

const eventRows = ({ added: { events = [] } }: Addition): Row[] =>
  events.map(({ id, pageId, type, at, incidentId, monitorId, scheduleId, actor, text, data }) => ({
    id,
    page_id: pageId,
    type,
    at: toDate(at),
    incident_id: incidentId,
    monitor_id: monitorId,
    schedule_id: scheduleId,
    actor,
    text,
    data,
  }));

const insertEvents = (rows: Prisma.Sql) => Prisma.sql`
  insert into event (id, page_id, type, at, incident_id, monitor_id, schedule_id, actor, text, data)
  select id, page_id, type, at, incident_id, monitor_id, schedule_id, actor, text, data
  from jsonb_to_recordset(${rows}) as r (id text, page_id text, type text, at timestamptz, incident_id text,
    monitor_id text, schedule_id text, actor text, text text, data jsonb, "order" int)
  order by "order"`;

const auditRows = ({ added: { audited = [] } }: Addition): Row[] =>
  audited.map((entry) => ({
    id: entry.id,
    page_id: entry.pageId,
    at: toDate(entry.at),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    via: entry.via,
    origin: entry.origin,
    request_id: entry.requestId,
    action: entry.action,
    object_kind: entry.objectKind,
    object_id: entry.objectId,
    object_name: entry.objectName,
    changes: entry.changes,
  }));

const insertAudited = (rows: Prisma.Sql) => Prisma.sql`
  insert into audit_entry (id, page_id, at, actor_kind, actor_id, actor_name, via, origin, request_id, action,
    object_kind, object_id, object_name, changes)
  select id, page_id, at, actor_kind, actor_id, actor_name, via, origin, request_id, action, object_kind, object_id,
    object_name, changes
  from jsonb_to_recordset(${rows}) as r (id text, page_id text, at timestamptz, actor_kind text, actor_id text,
    actor_name text, via text, origin text, request_id text, action text, object_kind text, object_id text,
    object_name text, changes jsonb, "order" int)
  order by "order"`;

const requestRows = ({ added: { requests = [] }, now }: Addition): Row[] =>
  requests.map(({ id, kind, subjectId, dueAt }) => ({
    id,
    kind,
    subject_id: subjectId,
    due_at: toDate(dueAt),
    created_at: toDate(now),
  }));

const insertRequests = (rows: Prisma.Sql) => Prisma.sql`
  insert into outbox (id, kind, subject_id, due_at, created_at)
  select distinct on (kind, subject_id) * from jsonb_to_recordset(${rows}) as r (id text, kind text,
    subject_id text, due_at timestamptz, created_at timestamptz)
  order by kind, subject_id, due_at
  on conflict (kind, subject_id) where done_at is null
  do update set generation = outbox.generation + 1, due_at = least(outbox.due_at, excluded.due_at)`;

const levelRows = ({ added: { levels = [] }, now }: Addition): Row[] =>
  levels.map(({ incidentId, level }) => ({ incident_id: incidentId, level, at: toDate(now) }));

const raiseLevels = (rows: Prisma.Sql) => Prisma.sql`
  update incident i set escalation_level = r.level, version = i.version + 1, updated_at = r.at
  from jsonb_to_recordset(${rows}) as r (incident_id text, level int, at timestamptz)
  where i.id = r.incident_id`;

const KINDS: readonly Kind[] = [
  { rowsOf: updateRows, insert: insertUpdates },
  { rowsOf: runRows, insert: insertRuns },
  { rowsOf: firingRows, insert: insertFirings },
  { rowsOf: notificationRows, insert: insertNotifications },
  { rowsOf: messageRows, insert: insertMessages },
  { rowsOf: eventRows, insert: insertEvents },
  { rowsOf: auditRows, insert: insertAudited },
  { rowsOf: requestRows, insert: insertRequests },
  { rowsOf: levelRows, insert: raiseLevels },
];
