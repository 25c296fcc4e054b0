import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { pictureOf } from '../../core/schedule/picture/picture.ts';
import { contextOf, SYSTEM, type Context, type Services } from '../../services/context.ts';
import { requireCalendarToken } from '../../services/oncall/calendar-link.ts';
import { schedulePicture } from '../../services/schedule/picture.ts';
import { tokenOf } from '../auth.ts';
import { namesEtag } from '../etag.ts';
import type { HttpApp } from '../http-app.ts';
import { scheduleContext } from '../schedule-context.ts';
import { IdParams } from '../schemas/common.ts';
import { DEFAULT_WIDTH, pictureAnswer, PngQuery, SvgQuery } from '../schemas/timeline-picture.ts';
import { renderPng } from '../timeline-svg/png.ts';
import { renderSvg } from '../timeline-svg/render.ts';

const tags = ['On-call schedules'];
const config = { orByToken: true } as const;
const security = [{ apiKey: [] }, {}];
const HEADERS = {
  // Kept by nobody else, and asked for again each time, which is cheap when nothing has changed.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  // Opened by itself an SVG is a document: this one needs its style sheet and nothing else.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
} as const;

type Format = {
  readonly type: string;
  /** Goes into the ETag: raise it when the same picture is to be drawn differently. */
  readonly version: string;
  readonly draw: (svg: string) => string | Promise<Buffer>;
};
const SVG: Format = { type: 'image/svg+xml', version: 'svg1', draw: (svg) => svg };
const PNG: Format = { type: 'image/png', version: 'png1', draw: renderPng };

/** Who is on call when, as a picture, for those who hold a key or the token of the schedule's calendar. */
export function timelinePictureRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/on-call-schedules/:id/timeline.svg',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Who is on call when within a window, and where nobody is, as a picture (SVG)',
        params: IdParams,
        querystring: SvgQuery,
        response: pictureAnswer(SVG.type),
      },
    },
    async (request, reply) => {
      const ctx = await contextFor(services, request, request.params.id);
      return sendPicture(request, reply, SVG, await svgOf(ctx, request.params.id, request.query));
    },
  );

  app.get(
    '/on-call-schedules/:id/timeline.png',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Who is on call when within a window, and where nobody is, as a picture (PNG)',
        params: IdParams,
        querystring: PngQuery,
        response: pictureAnswer(PNG.type),
      },
    },
    async (request, reply) => {
      const ctx = await contextFor(services, request, request.params.id);
      return sendPicture(request, reply, PNG, await svgOf(ctx, request.params.id, request.query));
    },
  );
}

/** The context of a request that may see the schedule: by its key, or by the token where it brings one. */
async function contextFor(services: Services, request: FastifyRequest, scheduleId: string): Promise<Context> {
  const token = tokenOf(request);
  if (token !== undefined) {
    requireCalendarToken(services, { scheduleId }, token);
    return contextOf(services, SYSTEM);
  }
  return scheduleContext(services, request, scheduleId);
}

async function svgOf(
  ctx: Context,
  scheduleId: string,
  query: z.output<typeof SvgQuery | typeof PngQuery>,
): Promise<string> {
  const { from, to, zone, width = DEFAULT_WIDTH, theme } = query;
  const input = await schedulePicture(ctx, { scheduleId, from, to, zone });
  return renderSvg(pictureOf({ ...input, width }), theme);
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, version, draw }: Format,
  svg: string,
): Promise<FastifyReply> {
  const digest = createHash('sha256').update(version).update(svg).digest().subarray(0, 24);
  const etag = `"${digest.toString('base64url')}"`;
  reply.headers({ etag, ...HEADERS });
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(await draw(svg));
}
