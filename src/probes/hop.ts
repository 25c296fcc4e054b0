import { ACCEPTED_ENCODINGS } from './body.ts';
import { ProbeError } from './probe-error.ts';

/** One request of a check: the first, or where a redirect leads. */
export type Hop = {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

export type HopSource = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string>>;
  readonly basicAuth: { readonly username: string; readonly password: string } | null;
  readonly body: string | null;
};

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** These follow from the body and the connection, which are ours to say. */
const COMPUTED_HEADERS: readonly string[] = ['content-length', 'transfer-encoding', 'connection'];
const SECRET_HEADERS: readonly string[] = ['authorization', 'cookie', 'proxy-authorization', 'host'];
const BODY_HEADERS: readonly string[] = ['content-type', 'content-encoding', 'content-language'];

/** The first request. Query parameters are added to those in the URL; an Authorization header that is given wins over basicAuth. */
export function firstHop({ url, method, headers, queryParams, basicAuth, body }: HopSource): Hop {
  const target = parseUrl(url, null);
  const added = new URLSearchParams({ ...queryParams }).toString();
  if (added !== '') target.search = [target.search.slice(1), added].filter((part) => part !== '').join('&');
  const credentials = basicAuth ?? credentialsIn(target);
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    url: target,
    method,
    body,
    headers: {
      'user-agent': 'Tocsin',
      accept: '*/*',
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...(credentials.username + credentials.password === '' ? {} : { authorization: basic(credentials) }),
      ...without(Object.fromEntries(given), COMPUTED_HEADERS),
    },
  };
}

/**
 * The request a redirect asks for, or null where the answer is none. As browsers do: 303, and 301 and 302 after a POST,
 * go on with GET and without the body; another origin sees neither credentials nor cookies.
 */
export function nextHop(hop: Hop, statusCode: number, location: string | undefined): Hop | null {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return null;
  const url = parseUrl(location, hop.url);
  const kept = url.origin === hop.url.origin ? hop.headers : without(hop.headers, SECRET_HEADERS);
  const becomesGet =
    (statusCode === 303 && hop.method !== 'HEAD') || (statusCode <= 302 && hop.method === 'POST');
  if (!becomesGet) return { ...hop, url, headers: kept };
  return { url, method: 'GET', headers: without(kept, BODY_HEADERS), body: null };
}

function parseUrl(text: string, base: URL | null): URL {
  const what = base === null ? 'the URL' : `${base.origin} redirects to a URL that`;
  try {
    const url = base === null ? new URL(text) : new URL(text, base);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch (cause) {
    throw new ProbeError(`${what} cannot be read: ${text}`, { cause });
  }
  throw new ProbeError(`${what} is neither http nor https: ${text}`);
}

/** The credentials in the URL itself. */
function credentialsIn({ username, password }: URL): { username: string; password: string } {
  return { username: decoded(username), password: decoded(password) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function basic({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function without(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
