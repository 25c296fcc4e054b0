import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

type Made = {
  /** Where they are made, and with what. */
  readonly root: string;
  readonly body: object;
};
const KINDS = [
  'component',
  'incident',
  'incident update',
  'maintenance',
  'maintenance update',
  'template',
] as const;
type Kind = (typeof KINDS)[number];

const PLANNED = { name: 'New disks', start: '2030-01-01T10:00:00.000Z', end: '2030-01-01T11:00:00.000Z' };
const DOWN = { name: 'Down', status: 'INVESTIGATING', message: 'We look into it' };
const SPOKEN = {
  name: { de: 'Kasse', 'pt-BR': 'Caixa' },
  message: { de: 'Wir schauen', fr: '' },
  messageHtml: { de: '<p>Wir schauen</p>' },
};
const OF_THE_MESSAGE = { message: SPOKEN.message, messageHtml: SPOKEN.messageHtml };

let api: TestApi;
let root: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
});
beforeEach(async () => {
  root = `/v1/${await api.page()}`;
});
afterAll(() => api.close());

async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function of(kind: Kind): Promise<Made> {
  switch (kind) {
    case 'component':
      return { root: `${root}/components`, body: { name: 'Checkout' } };
    case 'incident':
      return { root: `${root}/incidents`, body: DOWN };
    case 'incident update': {
      const { id } = await ok(api.post(`${root}/incidents`, DOWN));
      const body = { status: 'IDENTIFIED', message: 'Found' };
      return { root: `${root}/incidents/${id}/incident-updates`, body };
    }
    case 'maintenance':
      return { root: `${root}/maintenances`, body: PLANNED };
    case 'maintenance update': {
      const { id } = await ok(api.post(`${root}/maintenances`, PLANNED));
      return { root: `${root}/maintenances/${id}/maintenance-updates`, body: { message: 'Soon' } };
    }
    case 'template':
      return { root: `${root}/templates`, body: { type: 'INCIDENT', ...DOWN } };
  }
}

describe.each(KINDS)('translations of one %s', (kind) => {
  it('are kept as they were sent, changed as a whole where they are sent, and cleared by {} and by null', async () => {
    const { root: all, body } = await of(kind);
    expect((await ok(api.post(all, body))).translations).toEqual({});
    expect((await ok(api.post(all, { ...body, translations: null }))).translations).toEqual({});
    const made = await ok(api.post(all, { ...body, translations: SPOKEN }));
    expect(made.translations).toEqual(SPOKEN);
    const path = `${all}/${made.id}`;
    const read = async () => (await ok(api.get(path))).translations;
    const change = async (changes: object) => (await ok(api.put(path, changes))).translations;
    expect(await read()).toEqual(SPOKEN);
    expect(await change({})).toEqual(SPOKEN);
    const other = { name: { es: 'Caja' } };
    expect(await change({ translations: other })).toEqual(other);
    expect(await read()).toEqual(other);
    expect(await change({ translations: {} })).toEqual({});
    expect(await change({ translations: SPOKEN })).toEqual(SPOKEN);
    expect(await change({ translations: null })).toEqual({});
    expect(await read()).toEqual({});
  });

  it('are bounded: each text, each name, how many languages and how many fields', async () => {
    const { root: all, body } = await of(kind);
    const { id } = await ok(api.post(all, body));
    const many = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]));
    const refused: readonly (readonly [unknown, string])[] = [
      ['Kasse', 'translations'],
      [[], 'translations'],
      [{ name: 'Kasse' }, 'translations.name'],
      [{ name: null }, 'translations.name'],
      [{ name: { de: 1 } }, 'translations.name.de'],
      [{ name: { de: 'x'.repeat(10_001) } }, 'translations.name.de'],
      [{ name: { de: 'a\u0000' } }, 'translations.name.de'],
      [{ name: { de: '\ud800' } }, 'translations.name.de'],
      [many(51, {}), 'translations'],
      [{ name: many(6, 'x'.repeat(9_000)) }, 'translations'],
      [{ name: many(101, '') }, 'translations.name'],
    ];
    for (const [translations, path] of refused) {
      expect(pathsOf(await api.post(all, { ...body, translations }))).toEqual([path]);
      expect(pathsOf(await api.put(`${all}/${id}`, { translations }))).toEqual([path]);
    }
    const names = ['', 'x'.repeat(256), 'a\u0000', '\ud800'];
    for (const name of names.flatMap((wrong) => [{ [wrong]: {} }, { name: { [wrong]: '' } }])) {
      expect((await api.put(`${all}/${id}`, { translations: name })).status).toBe(400);
    }
    const most = {
      ...many(49, { de: '' }),
      name: { ...many(99, ''), ['x'.repeat(255)]: 'x'.repeat(10_000) },
    };
    expect((await ok(api.put(`${all}/${id}`, { translations: most }))).translations).toEqual(most);
  });

  it('may be called as what every object has, and change no object', async () => {
    const { root: all, body } = await of(kind);
    const { key } = (await api.post('/api-keys', { name: 'A tool', scope: 'write' })).body;
    const raw = (translations: string) => ({
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: `${JSON.stringify(body).slice(0, -1)},"translations":${translations}}`,
    });
    const made = await api.inject({
      method: 'POST',
      url: all,
      ...raw('{"__proto__":{"polluted":"x"},"name":{"__proto__":"x","de":"y"},"constructor":{"de":"z"}}'),
    });
    expect(made.statusCode).toBe(200);
    const { id, translations } = made.json();
    expect(translations).toEqual({ name: { de: 'y' }, constructor: { de: 'z' } });
    const inherited = { toString: { valueOf: 'x' }, hasOwnProperty: { constructor: 'y' } };
    const changed = await ok(api.put(`${all}/${id}`, { translations: inherited }));
    expect(changed.translations).toEqual(inherited);
    expect('polluted' in {}).toBe(false);
  });

  it('stand in the audit log, and one that says the same is no change', async () => {
    const { root: all, body } = await of(kind);
    const { id } = await ok(
      api.post(all, { ...body, translations: { name: { de: 'Kasse', fr: 'Caisse' } } }),
    );
    await ok(api.put(`${all}/${id}`, { translations: { name: { fr: 'Caisse', de: 'Tresen' } } }));
    await ok(api.put(`${all}/${id}`, { translations: { name: { fr: 'Caisse', de: 'Tresen' } } }));
    const pageId = root.slice('/v1/'.length);
    const { auditLog } = await ok(api.get(`/${pageId}/audit-log`));
    const entries = auditLog.filter(({ objectId }: { objectId: string }) => objectId === id);
    expect(entries).toMatchObject([
      { action: 'updated', changes: [{ path: 'translations.name.de', from: 'Kasse', to: 'Tresen' }] },
      { action: 'created' },
    ]);
    expect(entries[1].changes).toContainEqual({ path: 'translations.name.fr', from: null, to: 'Caisse' });
  });
});

describe('lists', () => {
  it.each(['component', 'incident', 'maintenance', 'template'] as const)(
    'show the translations of each %s',
    async (kind) => {
      const { root: all, body } = await of(kind);
      const { id } = await ok(api.post(all, { ...body, translations: SPOKEN }));
      expect(await ok(api.get(all))).toMatchObject([{ id, translations: SPOKEN }]);
    },
  );

  it('and whatever shows a component or an incident shows its own', async () => {
    const group = await ok(api.post(`${root}/components`, { name: 'Paying', translations: SPOKEN }));
    const component = await ok(api.post(`${root}/components`, { name: 'Cards', group: group.id }));
    expect(component).toMatchObject({ translations: {}, group: { translations: SPOKEN } });
    const { components } = await ok(api.get(`/v2/${root.slice('/v1/'.length)}`));
    expect(components).toMatchObject([{ translations: SPOKEN }, { translations: {} }]);
    const incident = await ok(api.post(`${root}/incidents`, { ...DOWN, translations: SPOKEN }));
    const acknowledged = await ok(api.post(`/incidents/${incident.id}/acknowledge`));
    expect(acknowledged.incident.translations).toEqual(SPOKEN);
  });
});

describe('what is told at the beginning', () => {
  it('of an incident has the translations of the message, which a change of the incident leaves alone', async () => {
    const incident = await ok(api.post(`${root}/incidents`, { ...DOWN, translations: SPOKEN }));
    await ok(api.put(`${root}/incidents/${incident.id}`, { translations: null }));
    const path = `${root}/incidents/${incident.id}/incident-updates/${incident.updates[0].id}`;
    expect((await ok(api.get(path))).translations).toEqual(OF_THE_MESSAGE);
  });

  it('of a maintenance likewise; what a later change tells has none', async () => {
    const made = await ok(api.post(`${root}/maintenances`, { ...PLANNED, translations: SPOKEN }));
    const path = `${root}/maintenances/${made.id}`;
    const { updates } = await ok(api.put(path, { ...made, message: 'It takes longer' }));
    const told = async (index: number) =>
      (await ok(api.get(`${path}/maintenance-updates/${updates[index].id}`))).translations;
    expect([await told(0), await told(1)]).toEqual([OF_THE_MESSAGE, {}]);
  });
});

describe('what is made from a template', () => {
  it('has its translations: an incident all of them, an update those of the message', async () => {
    const body = { type: 'INCIDENT', ...DOWN, translations: SPOKEN };
    const template = await ok(api.post(`${root}/templates`, body));
    const incident = await ok(api.post(`${root}/incidents/${template.id}`));
    expect(incident).toMatchObject({
      nameTranslationId: null,
      translations: SPOKEN,
      updates: [{ message: DOWN.message, translations: OF_THE_MESSAGE, incident: { id: incident.id } }],
    });
    expect((await ok(api.get(`${root}/incidents/${incident.id}`))).translations).toEqual(SPOKEN);
    const updates = `${root}/incidents/${incident.id}/incident-updates`;
    const told = await ok(api.post(`${updates.replace('/v1/', '/v2/')}/${template.id}`));
    expect((await ok(api.get(`${updates}/${told.id}`))).translations).toEqual(OF_THE_MESSAGE);
    await ok(api.del(`${root}/templates/${template.id}`));
    expect((await ok(api.get(`${root}/incidents/${incident.id}`))).translations).toEqual(SPOKEN);
  });
});
