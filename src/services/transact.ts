import { auditEntryOf, type AuditedChange } from './audit/entry.ts';
import { actorName, type Context } from './context.ts';
import type { EventType, NewEvent } from './ports/events.ts';
import type { NewAnnouncement } from './ports/announcements.ts';
import type { Additions } from './ports/additions.ts';
import type { AuditEntry } from './ports/audit-log.ts';
import type { NewNotice } from './ports/notices.ts';
import type { OutboxKind } from './ports/outbox.ts';
import type { Store, UnitOfWork } from './ports/store.ts';
import type { WakeUp } from './ports/wake.ts';

/** What happened, as a use case says it; id, instant and actor are added. */
export type Happening = {
  readonly type: EventType;
  readonly pageId: string;
  readonly incidentId?: string;
  readonly monitorId?: string;
  readonly scheduleId?: string;
  readonly text: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** When it was not the context's own actor. */
  readonly actor?: string;
};

/** One transaction of a use case: the store, and what goes with the writes. */
export type Tx = {
  readonly store: Store;
  /** Stored at the end, in one statement: nothing in this transaction may look for these rows. */
  add(
    rows: Partial<
      Pick<Additions, 'updates' | 'runs' | 'firings' | 'notifications' | 'chatMessages' | 'levels'>
    >,
  ): void;
  /** Records what happened, in the transaction; it is logged after the commit. Answers the event's id. */
  happened(happening: Happening): string;
  /** Somebody changed a thing or acted on it: kept in the audit log. What the system does by itself is not. */
  changed(change: AuditedChange): void;
  /** Hints, given after the commit. */
  wake(wakeUps: readonly WakeUp[]): void;
  /** Chat is to show this incident as it is: promised in the transaction, done behind it. */
  showInChat(incidentId: string): void;
  /** Members are to be told, each by one channel of theirs; what has a key that was there before is told no second time. */
  tell(notices: readonly NewNotice[]): void;
  /** Subscribers are to be told; what has a subject that the page announced before is announced no second time. */
  announce(announcements: readonly NewAnnouncement[]): void;
  /** Subscribers are to be asked whether they want to be told. */
  askSubscribers(ids: readonly string[]): void;
  /** Messages of alerts that were stored in this transaction are to be sent. */
  sendAlerts(messageIds: readonly string[]): void;
};

/**
 * Runs `work` in one transaction with what it records: state, events, promised work, all or nothing. Hints and log lines
 * follow the commit. `work` may run again after a deadlock, so it touches nothing but the store.
 */
export function transact<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return recorded(ctx, work, (unit) => ctx.uow.transaction(unit));
}

/** The same for small ones of which many come at once: they share transactions. */
export function transactTogether<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return recorded(ctx, work, (unit) => ctx.uow.together(unit));
}

async function recorded<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
  begin: UnitOfWork['transaction'],
): Promise<T> {
  let events: NewEvent[] = [];
  let wakeUps: WakeUp[] = [];
  const result = await begin(async (store) => {
    events = [];
    wakeUps = [];
    const added: Partial<Additions>[] = [];
    const shown = new Set<string>();
    const notices: NewNotice[] = [];
    const alerts: string[] = [];
    const audited: AuditEntry[] = [];
    const announcements: NewAnnouncement[] = [];
    const askedSubscribers: string[] = [];
    const answer = await work({
      store,
      add: (rows) => added.push(rows),
      happened: (happening) => {
        const event = eventOf(ctx, happening);
        events.push(event);
        return event.id;
      },
      changed: (change) => {
        const entry = ctx.actor.kind === 'system' ? null : auditEntryOf(ctx, change);
        if (entry !== null) audited.push(entry);
      },
      wake: (more) => wakeUps.push(...more),
      showInChat: (incidentId) => shown.add(incidentId),
      tell: (more) => notices.push(...more),
      announce: (more) => announcements.push(...more),
      askSubscribers: (ids) => askedSubscribers.push(...ids),
      sendAlerts: (more) => alerts.push(...more),
    });
    const requests = [
      ...chatRequests(ctx, shown),
      ...(await noticeRequests(ctx, store, notices)),
      ...(await announcementRequests(ctx, store, announcements)),
      ...askedSubscribers.map((subjectId) => requestOf(ctx, 'subscriber.confirm', subjectId)),
      ...alerts.map((subjectId) => requestOf(ctx, 'alert.send', subjectId)),
    ];
    await store.additions.insert({ ...together(added), events, audited, requests }, ctx.now);
    const kinds = new Set(requests.map(({ kind }) => kind));
    wakeUps.push(...[...kinds].map((of) => ({ kind: 'outbox' as const, of, at: ctx.now })));
    return answer;
  });
  for (const { type, text, pageId, incidentId, monitorId, actor } of events) {
    ctx.log.info({ event: type, pageId, incidentId, monitorId, actor }, text);
    ctx.meter.event(type);
  }
  if (events.length > 0) wakeUps.push({ kind: 'events', at: ctx.now });
  if (wakeUps.length > 0) ctx.wake.at(wakeUps);
  return result;
}

function together(added: readonly Partial<Additions>[]): Partial<Additions> {
  return {
    updates: added.flatMap(({ updates = [] }) => updates),
    runs: added.flatMap(({ runs = [] }) => runs),
    firings: added.flatMap(({ firings = [] }) => firings),
    notifications: added.flatMap(({ notifications = [] }) => notifications),
    chatMessages: added.flatMap(({ chatMessages = [] }) => chatMessages),
    levels: added.flatMap(({ levels = [] }) => levels),
  };
}

function eventOf(ctx: Context, happening: Happening): NewEvent {
  return {
    id: ctx.ids.next('evt'),
    pageId: happening.pageId,
    type: happening.type,
    at: ctx.now,
    incidentId: happening.incidentId ?? null,
    monitorId: happening.monitorId ?? null,
    scheduleId: happening.scheduleId ?? null,
    actor: happening.actor ?? actorName(ctx.actor),
    text: happening.text,
    data: happening.data ?? {},
  };
}

function chatRequests(ctx: Context, incidentIds: ReadonlySet<string>) {
  // Without a chat there is nothing to show it in; a chat that comes later starts with what comes later.
  if (ctx.chat === null) return [];
  return [...incidentIds].map((subjectId) => requestOf(ctx, 'chat.sync', subjectId));
}

/** Stores the notices, and asks for those that are new to be sent. */
async function noticeRequests(ctx: Context, store: Store, notices: readonly NewNotice[]) {
  const stored = await store.notices.insertMany(
    notices.map((notice) => ({ ...notice, id: ctx.ids.next('ntc') })),
    ctx.now,
  );
  return stored.map((subjectId) => requestOf(ctx, 'notice.send', subjectId));
}

async function announcementRequests(ctx: Context, store: Store, announcements: readonly NewAnnouncement[]) {
  const stored = await store.announcements.insertMany(
    announcements.map((announcement) => ({ ...announcement, id: ctx.ids.next('ann') })),
    ctx.now,
  );
  return stored.map((subjectId) => requestOf(ctx, 'announcement.send', subjectId));
}

function requestOf(ctx: Context, kind: OutboxKind, subjectId: string) {
  return { id: ctx.ids.next('obx'), kind, subjectId, dueAt: ctx.now };
}
