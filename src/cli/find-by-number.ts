import type { components, TocsinClient } from '../client/index.ts';

/** The incident of a page with that number; null: it has none. */
export async function findByNumber(
  client: TocsinClient,
  pageId: string,
  number: number,
): Promise<components['schemas']['Incident'] | null> {
  const incidents = await client.get('/v1/{page_id}/incidents', {
    params: { path: { page_id: pageId }, query: { number } },
  });
  // A server that does not know the question answers with the newest ones.
  return incidents.find((incident) => incident.number === number) ?? null;
}
