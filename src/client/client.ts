import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import { errorOf } from './error.ts';
import { followEvents, type EventsOptions, type Followed } from './events.ts';
import { eachPage } from './pages.ts';
import type { paths } from './schema.ts';
import { transportOf, type Fetch } from './transport.ts';

type Api = Client<paths>;
type Method = 'get' | 'post' | 'put' | 'delete';
type MediaType = `${string}/${string}`;
type PathOf<M extends Method> = Exclude<ClientPathsWithMethod<Api, M>, '/{page_id}/events'>;
type InitOf<Path extends keyof paths, M extends Method> =
  MaybeOptionalInit<paths[Path], M> extends infer Init
    ? Omit<NonNullable<Init>, 'parseAs' | 'fetch' | 'baseUrl' | 'middleware'> | Extract<Init, undefined>
    : never;
type InitParam<Init> = undefined extends Init ? [init?: Init] : [init: Init];
type DataOf<Path extends keyof paths, M extends Method> = OrNothing<
  NonNullable<FetchResponse<Extract<paths[Path][M], object>, object, MediaType>['data']>
>;
/** A 204 has no body. */
type OrNothing<Data> = [Data] extends [never] ? undefined : Data;

/** One operation: answers what the server answers, or throws a `TocsinError`. */
export type Call<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: InitParam<InitOf<Path, M>>
) => Promise<DataOf<Path, M>>;

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;
type KnownKeys<Query> = [Query] extends [never] ? never : keyof Query;

/** The lists: what is read page by page. */
export type ListPath = {
  [Path in PathOf<'get'>]: 'page' extends KnownKeys<QueryOf<paths[Path]['get']>> ? Path : never;
}[PathOf<'get'>];

export type TocsinClient = {
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly delete: Call<'delete'>;
  /** The pages of a list, each as `get` answers it, read as they are wanted. */
  pages<Path extends ListPath>(
    path: Path,
    ...init: InitParam<InitOf<Path, 'get'>>
  ): AsyncGenerator<DataOf<Path, 'get'>, void, undefined>;
  /** A page's events as they happen, for ever; see `EventsOptions`. */
  events(pageId: string, options?: EventsOptions): AsyncGenerator<Followed, void, undefined>;
  /** A request that no type knows, such as one that somebody typed; answers JSON parsed, text as text, the rest as a Blob. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
};

export type TocsinClientOptions = {
  /** Where the server is, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly apiKey: string;
  /** Default: the one of the platform. */
  readonly fetch?: Fetch;
  /** How long a call may take in all, in ms, tries and pauses included. Default 30,000. */
  readonly timeoutMs?: number;
};

const DEFAULT_TIMEOUT_MS = 30_000;
/** Doors with a secret of their own in the path, which know no API key and so no Idempotency-Key. */
const KEYLESS_DOORS = /\/inbound\/[^/]+$/;

/**
 * The API of one server. Every call ends within `timeoutMs`; reads and POSTs are tried up to three times where no answer
 * came, or one of 429 or 503. A POST gets an `Idempotency-Key` of its own unless it carries one, so it is done once.
 * Errors: `TypeError` where `url` or `apiKey` cannot be one.
 */
export function createTocsinClient(options: TocsinClientOptions): TocsinClient {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const baseUrl = baseUrlOf(options.url);
  const headers = headersOf(options.apiKey);
  const send = transportOf({ fetch, timeoutMs });
  const api = createFetchClient<paths>({ baseUrl, headers, redirect: 'manual', fetch: send });
  api.use({ onRequest: ({ request }) => makeRepeatable(request) });

  const call = async (method: Method, path: string, init: object = {}): Promise<unknown> => {
    const { data, error, response } = await untyped(api)(method, path, { ...init, parseAs: 'blob' });
    if (!response.ok) throw errorOf(response, error);
    return data === undefined ? undefined : bodyOf(data, response);
  };
  const calls = {
    get: (path: string, init?: object) => call('get', path, init),
    post: (path: string, init?: object) => call('post', path, init),
    put: (path: string, init?: object) => call('put', path, init),
    delete: (path: string, init?: object) => call('delete', path, init),
    pages: (path: string, init: { params?: { query?: { per_page?: number } } } = {}) => {
      const { params } = init;
      return eachPage(params?.query?.per_page, (page) =>
        call('get', path, { ...init, params: { ...params, query: { ...params?.query, page } } }),
      );
    },
  };
  return {
    ...typed(calls),
    events: (pageId, eventsOptions = {}) =>
      followEvents(
        { fetch, headers, timeoutMs },
        `${baseUrl}/${encodeURIComponent(pageId)}/events`,
        eventsOptions,
      ),
    request: async (method, path, body) => {
      const sent = new Headers(headers);
      if (body !== undefined) sent.set('content-type', 'application/json');
      const request = new Request(`${baseUrl}${path}`, {
        method,
        headers: sent,
        redirect: 'manual',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      makeRepeatable(request);
      const response = await send(request);
      const answer = await response.blob();
      if (!response.ok) throw errorOf(response, parsed(await answer.text()));
      return answer.size === 0 ? undefined : bodyOf(answer, response);
    },
  };
}

type UntypedRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: Blob; error?: unknown; response: Response }>;

/** What every operation of it is at run time, with bodies as they came; the types of `TocsinClient` say which there are. */
function untyped(api: Api): UntypedRequest {
  return api.request as unknown as UntypedRequest;
}

/** The types come from the document that the server makes of the schemas by which it answers. */
function typed(calls: object): Omit<TocsinClient, 'events' | 'request'> {
  return calls as Omit<TocsinClient, 'events' | 'request'>;
}

function makeRepeatable(request: Request): void {
  const { method, headers, url } = request;
  if (method !== 'POST' || headers.has('idempotency-key') || KEYLESS_DOORS.test(new URL(url).pathname))
    return;
  headers.set('idempotency-key', crypto.randomUUID());
}

async function bodyOf(body: Blob, response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(.+\+)?json\b/.test(type)) {
    const json = parsed(await body.text());
    if (json !== undefined) return json;
  } else if (/^text\/(?!html)|^image\/svg\+xml/.test(type)) return body.text();
  else if (type.startsWith('image/')) return body;
  // A proxy, or the sign-in page of a network, answers 200 as well.
  throw errorOf(response, null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('url must be an http(s) address');
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('url must not hold a name or a password: the API key is what signs in');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Checked here because what refuses a header later says what was in it. */
function headersOf(apiKey: string): Headers {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be visible ASCII characters');
  return new Headers({ authorization: `Bearer ${apiKey}` });
}
