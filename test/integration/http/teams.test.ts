import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

describe('teams', () => {
  it('makes, changes, lists and deletes a team, its members by id or e-mail, once each', async () => {
    const pageId = await api.page();
    const [ann, ben] = [await api.member(pageId, 'ann@x.test'), await api.member(pageId, 'ben@x.test')];
    const made = await api.post('/teams', {
      pageId,
      name: 'Core',
      members: [ben.id, 'ANN@x.test', ben.email],
    });
    expect(made.status).toBe(200);
    const { team } = made.body;
    expect(team).toMatchObject({ pageId, siteId: pageId, name: 'Core' });
    expect(team.members).toEqual([
      { id: ben.id, name: 'ben', email: 'ben@x.test' },
      { id: ann.id, name: 'ann', email: 'ann@x.test' },
    ]);
    expect((await api.get(`/teams/${team.id}`)).body).toEqual({ team });
    expect((await api.get(`/${pageId}/teams`)).body).toEqual({
      teams: [team],
      total: 1,
      page: 1,
      totalPages: 1,
      limit: 100,
    });

    const renamed = await api.put(`/teams/${team.id}`, { name: 'Heart' });
    expect(renamed.body.team).toMatchObject({ name: 'Heart', members: team.members });
    const smaller = await api.put(`/teams/${team.id}`, { members: [{ id: ann.id, name: 'ann' }] });
    expect(smaller.body.team.members.map(({ id }: { id: string }) => id)).toEqual([ann.id]);

    expect((await api.del(`/teams/${team.id}`)).status).toBe(200);
    expect((await api.get(`/teams/${team.id}`)).status).toBe(404);
    expect(await api.store.members.find(ann.id)).not.toBeNull();
  });

  it('names what is wrong: fields, members of no or another page, a taken name', async () => {
    const pageId = await api.page();
    const stranger = await api.member(await api.page(), 'stranger@x.test');
    expect(pathsOf(await api.post('/teams', {}))).toEqual(['pageId', 'name']);
    expect(
      pathsOf(await api.post('/teams', { pageId, name: 'A', members: ['nobody', stranger.id] })),
    ).toEqual(['members[0]', 'members[1]']);
    expect(pathsOf(await api.post('/teams', { pageId, name: 'A', members: 'ann' }))).toEqual(['members']);
    expect((await api.post('/teams', { pageId, name: 'A' })).status).toBe(200);
    expect((await api.post('/teams', { pageId, name: 'A' })).status).toBe(409);
    const other = await api.post('/teams', { pageId, name: 'B' });
    expect((await api.put(`/teams/${other.body.team.id}`, { name: 'A' })).status).toBe(409);
  });

  it('shows nothing of another page to a bound key', async () => {
    const [own, other] = [await api.page(), await api.page()];
    const bound = await api.as('admin', own);
    const theirs = (await api.post('/teams', { pageId: other, name: 'Theirs' })).body.team;
    for (const call of [bound.get, bound.put, bound.del]) {
      const foreign = await call(`/teams/${theirs.id}`, call === bound.put ? { name: 'x' } : undefined);
      const absent = await call('/teams/team_unknown', call === bound.put ? { name: 'x' } : undefined);
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(absent.body);
    }
    expect((await bound.post('/teams', { pageId: other, name: 'x' })).status).toBe(404);
    expect((await bound.post('/teams', { name: 'Ours' })).body.team.pageId).toBe(own);
    expect((await bound.get(`/${other}/teams`)).status).toBe(404);
  });
});
