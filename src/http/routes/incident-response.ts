import type { FastifyRequest } from 'fastify';
import type { Context, Services } from '../../services/context.ts';
import { acknowledge } from '../../services/incident/acknowledge.ts';
import { escalate } from '../../services/incident/escalate.ts';
import { get } from '../../services/incident/get.ts';
import { note } from '../../services/incident/note.ts';
import { reassign } from '../../services/incident/reassign.ts';
import { reopen } from '../../services/incident/reopen.ts';
import { resolve } from '../../services/incident/resolve.ts';
import type { ActResult } from '../../services/incident/result.ts';
import { snooze } from '../../services/incident/snooze.ts';
import { timeline } from '../../services/incident/timeline.ts';
import { unacknowledge } from '../../services/incident/unacknowledge.ts';
import { requireVisible } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { IdParams } from '../schemas/common.ts';
import { incidentOut, timelineOut } from '../schemas/incident-out.ts';
import {
  ActAnswer,
  ActBody,
  IncidentWrapped,
  NoteBody,
  ReassignBody,
  SnoozeBody,
  TimelineOut,
} from '../schemas/incidents.ts';
import { detailed } from './incidents.ts';

const tags = ['Incident response'];
const PLAIN_VERBS = {
  acknowledge: { verb: acknowledge, summary: 'Take an incident on' },
  unacknowledge: { verb: unacknowledge, summary: 'Take the acknowledgement back: the escalation goes on' },
  resolve: { verb: resolve, summary: 'End an incident' },
  reopen: { verb: reopen, summary: 'Open a resolved incident again' },
  escalate: { verb: escalate, summary: 'Tell the next level now' },
};

/** What responders do with an incident; acting twice is no error. */
export function incidentResponseRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/incidents/:id',
    { schema: { tags, summary: 'An incident', params: IdParams, response: { 200: IncidentWrapped } } },
    async (request) => {
      const { ctx, incidentId } = await visibleIncident(services, request);
      return { incident: incidentOut(await detailed(ctx, await get(ctx, { incidentId }))) };
    },
  );

  app.get(
    '/incidents/:id/timeline',
    {
      schema: {
        tags,
        summary: 'What happened to an incident, in order',
        params: IdParams,
        response: { 200: TimelineOut },
      },
    },
    async (request) => {
      const { ctx, incidentId } = await visibleIncident(services, request);
      return timelineOut(await timeline(ctx, { incidentId }));
    },
  );

  for (const [name, { verb, summary }] of Object.entries(PLAIN_VERBS)) {
    app.post(
      `/incidents/:id/${name}`,
      { schema: { tags, summary, params: IdParams, body: ActBody, response: { 200: ActAnswer } } },
      async (request) => {
        const { ctx, incidentId } = await visibleIncident(services, request);
        return answer(ctx, await verb(ctx, { incidentId, by: request.body.by ?? undefined }));
      },
    );
  }

  app.post(
    '/incidents/:id/snooze',
    {
      schema: {
        tags,
        summary: 'Stop every clock of an incident for a while',
        params: IdParams,
        body: SnoozeBody,
        response: { 200: ActAnswer },
      },
    },
    async (request) => {
      const { ctx, incidentId } = await visibleIncident(services, request);
      const { by, minutes, until } = request.body;
      return answer(ctx, await snooze(ctx, { incidentId, by: by ?? undefined, minutes, until }));
    },
  );

  app.post(
    '/incidents/:id/reassign',
    {
      schema: {
        tags,
        summary: 'Tell a member or a team of an incident now',
        params: IdParams,
        body: ReassignBody,
        response: { 200: ActAnswer },
      },
    },
    async (request) => {
      const { ctx, incidentId } = await visibleIncident(services, request);
      const { by, targetId } = request.body;
      return answer(ctx, await reassign(ctx, { incidentId, by: by ?? undefined, targetId }));
    },
  );

  app.post(
    '/incidents/:id/notes',
    {
      schema: {
        tags,
        summary: "Write into an incident's timeline",
        params: IdParams,
        body: NoteBody,
        response: { 200: ActAnswer },
      },
    },
    async (request) => {
      const { ctx, incidentId } = await visibleIncident(services, request);
      const { by, text } = request.body;
      return answer(ctx, await note(ctx, { incidentId, by: by ?? undefined, text }));
    },
  );
}

/** The incident that a path names, if the key may see it, and the context to act on it. */
async function visibleIncident(
  services: Services,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<{ ctx: Context; incidentId: string }> {
  const ctx = requestContext(services, request);
  const incident = await get(ctx, { incidentId: request.params.id });
  requireVisible(request, 'incident', incident.pageId);
  return { ctx, incidentId: incident.id };
}

async function answer(ctx: Context, { incident, said }: ActResult) {
  return {
    incident: incidentOut(await detailed(ctx, await get(ctx, { incidentId: incident.id }))),
    message: said,
  };
}
