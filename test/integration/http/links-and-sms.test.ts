import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { createHttpApp } from '../../../src/http/app.ts';
import type { HttpApp } from '../../../src/http/http-app.ts';
import { openApi, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

const TOKEN = 'a-twilio-token';
let api: TestApi;
let app: HttpApp;
let pageId: string;
let ann: { id: string };
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  app = createHttpApp({ services: api.services, twilio: { authToken: TOKEN } });
  pageId = await api.page();
  const fields = { email: 'ann@shop.test', name: 'Ann <3', permission: 'FULL', phone: '+4930123456' };
  ann = (await api.post(`/v1/${pageId}/team`, fields)).body;
});
afterAll(async () => {
  await app.close();
  await api.close();
});

const open = async (page = pageId) =>
  (await api.post(`/v1/${page}/incidents`, { name: 'Checkout <down>', status: 'INVESTIGATING' })).body;
const stateOf = async (id: string) => (await api.get(`/incidents/${id}`)).body.incident.response;

describe('the link in an e-mail', () => {
  const link = (payload: object) => `/acknowledge/${api.services.links.sign(JSON.stringify(payload))}`;

  it('only shows the incident when it is followed, and acknowledges by its button', async () => {
    const incident = await open();
    const url = link({ i: incident.id, m: ann.id });
    const shown = await app.inject(url);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shown.body).toContain('Checkout &lt;down&gt;');
    expect(shown.body).toContain('Acknowledge as Ann &lt;3');
    await app.inject({ method: 'HEAD', url });
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');

    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await app.inject({ method: 'POST', url, headers, payload: '' });
    expect(pressed.body).toContain('Ann &lt;3 acknowledged');
    expect(await stateOf(incident.id)).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann <3' });
    expect((await app.inject(url)).body).not.toContain('<button');
    expect((await app.inject({ method: 'POST', url })).body).toContain('Already acknowledged by Ann');
  });

  it('does not bring a resolved incident back', async () => {
    const incident = await open();
    const url = link({ i: incident.id, m: ann.id });
    await api.post(`/incidents/${incident.id}/resolve`, {});
    expect((await app.inject(url)).body).toContain('Resolved.');
    expect((await app.inject({ method: 'POST', url })).body).toContain('already resolved');
    expect((await stateOf(incident.id)).state).toBe('RESOLVED');
  });

  it('shows without a button, and refuses to acknowledge, where it names no member', async () => {
    const incident = await open();
    const url = link({ i: incident.id });
    expect((await app.inject(url)).body).not.toContain('<button');
    const pressed = await app.inject({ method: 'POST', url });
    expect(pressed.statusCode).toBe(403);
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');
  });

  it('is a page that says so when it is forged, of another page, or what it names is gone', async () => {
    const incident = await open();
    const stranger = await api.member(await api.page(), 'stranger@x.test');
    const urls = [
      `${link({ i: incident.id, m: ann.id })}x`,
      '/acknowledge/nonsense',
      link({ i: incident.id, m: stranger.id }),
      link({ i: incident.id, m: 'mbr_gone' }),
      link({ i: 'inc_gone', m: ann.id }),
      link({ x: 1 }),
    ];
    for (const url of urls) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.inject({ method, url });
        expect(answer.statusCode).toBe(404);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      }
    }
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');
  });
});

describe('a reply by SMS', () => {
  const send = async (form: Record<string, string>, signature?: string, query = '') => {
    const url = `/twilio/sms${query}`;
    const signed = getExpectedTwilioSignature(TOKEN, `https://tocsin.test${url}`, form);
    return app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? signed,
      },
      payload: new URLSearchParams(form).toString(),
    });
  };
  const from = (Body: string, From = '+4930123456') => ({ From, Body, MessageSid: 'SM1' });

  it('acknowledges and resolves as the member who has the number, and says what came of it', async () => {
    const incident = await open();
    const acknowledged = await send(from(`A ${incident.number}`));
    expect(acknowledged.statusCode).toBe(200);
    expect(acknowledged.headers['content-type']).toContain('text/xml');
    expect(acknowledged.body).toContain(`<Message>Ann &lt;3 acknowledged #${incident.number}`);
    expect(await stateOf(incident.id)).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann <3' });
    expect((await send(from(`a${incident.number}`))).body).toContain('Already acknowledged');
    await send(from(`R ${incident.number}`), undefined, '?x=1');
    expect((await stateOf(incident.id)).state).toBe('RESOLVED');
    expect((await send(from(`A ${incident.number}`))).body).toContain('already resolved');
  });

  it('answers how to reply where nothing is understood, and does nothing', async () => {
    const incident = await open();
    expect((await send(from('what is this?'))).body).toContain('Reply A &lt;number&gt;');
    expect((await send(from('A 999999999'))).body).toContain('There is no incident #999999999');
    expect((await send(from(`A ${incident.number}`, '+4930999999'))).body).toContain('belongs to no member');
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');
  });

  it('does not let a member act on an incident of a page that is not theirs', async () => {
    const incident = await open(await api.page());
    expect((await send(from(`A ${incident.number}`))).body).toContain('There is no incident');
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');
  });

  it('answers 403 to whoever is not Twilio: no signature, a wrong one, a changed body, no token set', async () => {
    const incident = await open();
    const form = from(`A ${incident.number}`);
    const other = getExpectedTwilioSignature(TOKEN, 'https://tocsin.test/twilio/sms', from('A 1'));
    for (const signature of ['', 'x', other]) expect((await send(form, signature)).statusCode).toBe(403);
    const unsigned = createHttpApp({ services: api.services });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': other };
    const answer = await unsigned.inject({
      method: 'POST',
      url: '/twilio/sms',
      headers,
      payload: 'From=x&Body=A+1',
    });
    expect(answer.statusCode).toBe(403);
    await unsigned.close();
    expect((await stateOf(incident.id)).state).toBe('TRIGGERED');
  });
});
