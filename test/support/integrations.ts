import type { Answer, TestApi } from './api.ts';
import { completeServices } from './incident-services.ts';

/** What a tool sends to an integration's address, and the answer. */
export type Send = (body: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Gives a page one member whom an incident pages, so that a test can count pages. */
export async function pageWithAdmin(api: TestApi): Promise<string> {
  completeServices(api.services);
  const pageId = await api.page();
  await api.post(`/v1/${pageId}/team`, { email: 'ann@shop.test', name: 'Ann', permission: 'FULL' });
  return pageId;
}

/** A new integration of the page, and how its tool sends to it. */
export async function integrationOn(api: TestApi, pageId: string, more: object = {}) {
  const made = await api.post('/v3/integrations', { pageId, integrationType: 'WEBHOOK', ...more });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const integration = made.body.integration as { id: string; url: string };
  return { id: integration.id, url: integration.url, send: sendTo(api, integration.url) };
}

/** Sends a text as it is, anything else as JSON, without a key. */
export function sendTo(api: TestApi, url: string): Send {
  return async (body, headers = {}) => {
    const answer = await api.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}
