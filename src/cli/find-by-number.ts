import type { components, TocsinClient } from '../client/index.ts';

type Incident = components['schemas']['Incident'];

const PER_PAGE = 100;

/**
 * The incident of a page with that number; null: it has none. The API lists a page's incidents newest first and finds none by
 * number. Numbers rise as incidents are opened, so the list is cut in half until the right part of it is there: some ten
 * requests for a hundred thousand incidents. What is open is looked at first, for that is what people act on.
 */
export async function findByNumber(
  client: TocsinClient,
  pageId: string,
  number: number,
): Promise<Incident | null> {
  const part = (page: number, onlyOpen = false) =>
    client.get('/v1/{page_id}/incidents', {
      params: {
        path: { page_id: pageId },
        query: { page, per_page: PER_PAGE, ...(onlyOpen ? { '!status': 'RESOLVED' as const } : {}) },
      },
    });
  const open = among(await part(1, true), number);
  if (open !== null) return open;
  const newest = await part(1);
  const highest = newest[0]?.number ?? 0;
  const found = among(newest, number);
  if (found !== null || highest < number || newest.length < PER_PAGE) return found;
  return findAmongOlder(part, number, highest);
}

async function findAmongOlder(
  part: (page: number) => Promise<readonly Incident[]>,
  number: number,
  highest: number,
): Promise<Incident | null> {
  let low = 2;
  // Numbers are whole and different: so many parts hold all that are higher.
  let high = Math.ceil((highest - number + 1) / PER_PAGE) + 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const incidents = await part(middle);
    const found = among(incidents, number);
    if (found !== null) return found;
    const top = incidents[0]?.number ?? 0;
    if (top < number) high = middle - 1;
    else low = middle + 1;
  }
  // Two that were opened at once may stand the wrong way round: on either side of where it should have been.
  return among(await part(high), number) ?? among(await part(low), number);
}

function among(incidents: readonly Incident[], number: number): Incident | null {
  return incidents.find((incident) => incident.number === number) ?? null;
}
