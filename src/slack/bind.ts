import { claimRequests } from '../services/chat/claim-requests.ts';
import { finishRequest } from '../services/chat/finish-request.ts';
import { memberOfChatUser } from '../services/chat/member-of-chat-user.ts';
import { pageOfChannel } from '../services/chat/page-of-channel.ts';
import { pruneRequests } from '../services/chat/prune-requests.ts';
import { receiveRequest } from '../services/chat/receive-request.ts';
import { contextOf, SYSTEM, type Context, type Services } from '../services/context.ts';
import { notFound } from '../services/errors.ts';
import { acknowledge } from '../services/incident/acknowledge.ts';
import { escalate } from '../services/incident/escalate.ts';
import { findByNumber } from '../services/incident/find-by-number.ts';
import { get } from '../services/incident/get.ts';
import { list } from '../services/incident/list.ts';
import { note } from '../services/incident/note.ts';
import { open } from '../services/incident/open.ts';
import { reopen } from '../services/incident/reopen.ts';
import { resolve } from '../services/incident/resolve.ts';
import { snooze } from '../services/incident/snooze.ts';
import { timeline } from '../services/incident/timeline.ts';
import { unacknowledge } from '../services/incident/unacknowledge.ts';
import { viewOf } from '../services/incident/view.ts';
import { onCallNow } from '../services/oncall/on-call-now.ts';
import type { Page } from '../services/ports/pages.ts';
import type { RequestLog } from './intake.ts';
import type { SlackVerbs } from './verbs.ts';

/** The use cases as chat calls them: each call is a context of its own. */
export function createSlackVerbs(services: Services): SlackVerbs {
  const asSystem = (): Context => contextOf(services, SYSTEM);
  return {
    pageOfChannel: (place) => pageOfChannel(asSystem(), place),
    memberOfChatUser: (user) => memberOfChatUser(asSystem(), user),
    find: (incidentId) => get(asSystem(), { incidentId }),
    findByNumber: (input) => findByNumber(asSystem(), input),
    listOpen: async ({ pageId, limit }) => {
      const ctx = asSystem();
      const page = await pageOf(ctx, pageId);
      const { incidents, total } = await list(ctx, { pageId, open: true, offset: 0, limit });
      return { incidents: incidents.map((incident) => viewOf(ctx, incident, page.name)), total };
    },
    show: async ({ incidentId, limit }) => {
      const ctx = asSystem();
      const incident = await get(ctx, { incidentId });
      const [page, events] = await Promise.all([pageOf(ctx, incident.pageId), timeline(ctx, { incidentId })]);
      return { incident: viewOf(ctx, incident, page.name), timeline: events.slice(-limit) };
    },
    onCallNow: (input) => onCallNow(asSystem(), input),
    acknowledge: (actor, input) => acknowledge(contextOf(services, actor), input),
    unacknowledge: (actor, input) => unacknowledge(contextOf(services, actor), input),
    resolve: (actor, input) => resolve(contextOf(services, actor), input),
    reopen: (actor, input) => reopen(contextOf(services, actor), input),
    escalate: (actor, input) => escalate(contextOf(services, actor), input),
    snooze: (actor, input) => snooze(contextOf(services, actor), input),
    note: (actor, input) => note(contextOf(services, actor), input),
    open: (actor, input) => open(contextOf(services, actor), { ...input, source: 'CHAT' }),
  };
}

/** Requests from chat kept in the database. */
export function createRequestLog(services: Services): RequestLog {
  const asSystem = (): Context => contextOf(services, SYSTEM);
  return {
    receive: (request) => receiveRequest(asSystem(), request),
    claim: (limit) => claimRequests(asSystem(), { limit }),
    finish: (lease, error) => finishRequest(asSystem(), { lease, error }),
    prune: () => pruneRequests(asSystem()),
  };
}

async function pageOf(ctx: Context, pageId: string): Promise<Page> {
  const page = await ctx.read.pages.find(pageId);
  if (page === null) throw notFound('page');
  return page;
}
