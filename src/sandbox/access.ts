import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIPv4 } from 'node:net';
import { HOUR_MS, type EpochMs } from '../core/time/instant.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdGenerator } from '../platform/ids.ts';
import { AppError } from '../services/errors.ts';

const COOKIE = 'tocsin_sandbox';
const SESSION_MS = 12 * HOUR_MS;
const MAX_SESSIONS = 1_000;
/** A request that came through a proxy is somebody else's, although its connection is from this machine. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
];

export type Access = ReturnType<typeof createAccess>;

/**
 * Who may see the page: this machine (a loopback connection that names this machine as its host and came through no
 * proxy), or whoever shows an admin key, as a bearer token or once as `?key=`, which a cookie then stands for. The
 * cookie's name for the key lives in memory, and the key is asked about each time: a revoked one is out at once.
 */
export function createAccess(deps: {
  isAdminKey(key: string): Promise<boolean>;
  clock: Clock;
  ids: IdGenerator;
  publicUrl: string | null;
}) {
  const sessions = new Map<string, { key: string; until: EpochMs | number }>();

  const sessionKey = (request: FastifyRequest): string | undefined => {
    const found = sessions.get(cookieOf(request.headers.cookie) ?? '');
    return found !== undefined && found.until > deps.clock.now() ? found.key : undefined;
  };

  const open = (key: string): string => {
    const now = deps.clock.now();
    for (const [id, it] of sessions) if (it.until <= now) sessions.delete(id);
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    const id = deps.ids.secret(32);
    sessions.set(id, { key, until: now + SESSION_MS });
    return id;
  };

  return {
    /** Lets the request pass or throws `forbidden`; changes from another site's page are refused to everybody. */
    async check(request: FastifyRequest): Promise<void> {
      if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(request, deps.publicUrl);
      if (isFromThisMachine(request)) return;
      const key = bearerOf(request) ?? sessionKey(request);
      if (key !== undefined && (await deps.isAdminKey(key))) return;
      throw new AppError('forbidden', 'The sandbox opens on the machine that runs it, or with an admin key.');
    },

    /** `?key=`: remembers a right key in a cookie and takes it out of the address. False where the key is wrong. */
    async enter(key: string, reply: FastifyReply): Promise<boolean> {
      if (!(await deps.isAdminKey(key))) return false;
      const secure = deps.publicUrl?.startsWith('https:') === true ? '; Secure' : '';
      const cookie = `${COOKIE}=${open(key)}; Path=/sandbox; Max-Age=${SESSION_MS / 1_000}; HttpOnly; SameSite=Strict`;
      await reply.header('set-cookie', `${cookie}${secure}`).redirect('/sandbox', 303);
      return true;
    },
  };
}

function isFromThisMachine(request: FastifyRequest): boolean {
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(address) && isLoopback(hostNameOf(request.headers.host));
}

/** Whether the name or address can only mean this machine. Browsers resolve names under "localhost" to it alone. */
function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

function hostNameOf(host: string | undefined): string {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

/** A page of another site may not change anything here, whatever its visitor may do. */
function checkOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = [request.headers.host, publicUrl === null ? undefined : new URL(publicUrl).host];
  const isOwn =
    origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : URL.canParse(origin) && own.includes(new URL(origin).host);
  if (!isOwn) throw new AppError('forbidden', 'This came from a page of another site.');
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function cookieOf(header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map((it) => it.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1];
}
