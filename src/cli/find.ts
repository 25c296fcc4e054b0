import { TocsinError, type components } from '../client/index.ts';
import { findByNumber } from './find-by-number.ts';
import type { Session } from './session.ts';
import { oneLine } from './text/printable.ts';
import { UsageError } from './usage-error.ts';

type Page = components['schemas']['Page'];
type Incident = components['schemas']['Incident'];
type Monitor = components['schemas']['Monitor'];
type Schedule = components['schemas']['OnCallSchedule'];

const ID = /^[a-z]+_[0-9a-v]{26}$/;
const NUMBER = /^#?([1-9]\d{0,8})$/;
const NAMED_AT_MOST = 8;

/** The page that is meant: the one that was named, else the only one. */
export async function pageIdOf(session: Session): Promise<string> {
  const { page } = session;
  if (page !== null && ID.test(page)) return page;
  const pages = await pagesOf(session);
  if (page !== null) {
    const named = pages.find(({ subdomain }) => subdomain === page);
    if (named !== undefined) return named.id;
    throw refused(`there is no page '${page}'; there is ${namesOf(pages) || 'none'}`);
  }
  const [only, ...others] = pages;
  if (only === undefined)
    throw refused('there is no page yet: `tocsin api POST /v1/pages` or `npm run demo` makes one');
  if (others.length === 0) return only.id;
  throw new UsageError(`which page? Say --page or TOCSIN_PAGE: ${namesOf(pages)}`);
}

export async function pagesOf({ client }: Session): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const some of client.pages('/v2/pages', { params: { query: { per_page: 100 } } }))
    pages.push(...some);
  return pages;
}

function namesOf(pages: readonly Page[]): string {
  const names = pages.slice(0, NAMED_AT_MOST).map(({ subdomain, name }) => `${subdomain} (${oneLine(name)})`);
  return `${names.join(', ')}${pages.length > names.length ? ', …' : ''}`;
}

/** The incident that people call `42` or `#42`, or that has that id. */
export async function incidentOf(session: Session, word: string): Promise<Incident> {
  const [, digits] = NUMBER.exec(word) ?? [];
  if (digits === undefined) {
    requireId(word);
    const { incident } = await session.client.get('/incidents/{id}', { params: { path: { id: word } } });
    return incident;
  }
  const number = Number(digits);
  // A number is used once in the whole installation, so there is no need to ask on which page.
  const pageIds =
    session.page === null ? (await pagesOf(session)).map(({ id }) => id) : [await pageIdOf(session)];
  for (const pageId of pageIds) {
    const incident = await findByNumber(session.client, pageId, number);
    if (incident !== null) return incident;
  }
  throw refused(`there is no incident #${number}; \`tocsin incidents list --all\` shows those there are`);
}

/** The id of an incident, without a request where it was given. */
export async function incidentIdOf(session: Session, word: string): Promise<string> {
  if (NUMBER.test(word)) return (await incidentOf(session, word)).id;
  requireId(word);
  return word;
}

function requireId(word: string): void {
  if (!ID.test(word)) throw refused(`there is no incident '${word}'; write its number (42 or #42) or its id`);
}

export async function monitorOf(session: Session, word: string): Promise<Monitor> {
  const { client } = session;
  if (ID.test(word)) return (await client.get('/monitors/{id}', { params: { path: { id: word } } })).monitor;
  const page_id = await pageIdOf(session);
  const found: Monitor[] = [];
  const query = { limit: 1_000, search: word };
  for await (const { monitors } of client.pages('/{page_id}/monitors', {
    params: { path: { page_id }, query },
  })) {
    found.push(...monitors);
  }
  return theOne(found, word, 'monitor');
}

export async function scheduleOf(session: Session, word: string): Promise<Schedule> {
  const { client } = session;
  if (ID.test(word)) return client.get('/on-call-schedules/{id}', { params: { path: { id: word } } });
  return theOne(await schedulesOf(session), word, 'schedule');
}

export async function schedulesOf(session: Session): Promise<Schedule[]> {
  const params = { path: { page_id: await pageIdOf(session) } };
  const found: Schedule[] = [];
  for await (const some of session.client.pages('/{page_id}/on-call-schedules', { params })) {
    found.push(...some.onCallSchedules);
  }
  return found;
}

/**
 * A member's id, as the API takes ids and e-mail addresses alike; a team's where its name was given. Names are those of a
 * page: `pageId`, else the one that is meant.
 */
export async function targetIdOf(session: Session, word: string, pageId?: string): Promise<string> {
  if (ID.test(word) || word.includes('@')) return word;
  const { client } = session;
  const path = { page_id: pageId ?? (await pageIdOf(session)) };
  const found: { id: string; name: string }[] = [];
  for await (const team of client.pages('/v1/{page_id}/team', {
    params: { path, query: { per_page: 100 } },
  })) {
    found.push(...team.map(({ id, name, email }) => ({ id, name: name ?? email })));
  }
  for await (const { teams } of client.pages('/{page_id}/teams', { params: { path } })) found.push(...teams);
  return theOne(found, word, 'member or team').id;
}

/** The one of that name, else the only one whose name has the word in it. */
function theOne<T extends { readonly name: string }>(found: readonly T[], word: string, what: string): T {
  const wanted = word.toLowerCase();
  const exact = found.filter(({ name }) => name.toLowerCase() === wanted);
  const close = exact.length > 0 ? exact : found.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [first, ...others] = close;
  if (first === undefined) throw refused(`there is no ${what} '${word}'`);
  if (others.length === 0) return first;
  const names = close.slice(0, NAMED_AT_MOST).map(({ name }) => oneLine(name));
  throw new UsageError(
    `which ${what}? '${word}' may be ${names.join(', ')}: say more of the name, or the id`,
  );
}

function refused(message: string): TocsinError {
  return new TocsinError('not_found', message, { status: 404 });
}
