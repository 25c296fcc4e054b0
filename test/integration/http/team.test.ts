import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi, pathsOf, type Answer, type TestApi } from '../../support/api.ts';
import { completeServices } from '../../support/incident-services.ts';

let api: TestApi;
let pageId: string;
let team: string;
beforeAll(async () => {
  api = await openApi();
  completeServices(api.services);
  pageId = await api.page();
  team = `/v1/${pageId}/team`;
});
afterAll(() => api.close());

let count = 0;
/** A member of their own for each test. */
async function add(more: object = {}): Promise<Answer['body']> {
  count += 1;
  return (await api.post(team, { email: `member${count}@shop.test`, permission: 'MEMBER', ...more })).body;
}

describe('members', () => {
  it('adds a member by e-mail, in lower case, and shows them as the list does', async () => {
    const { status, body } = await api.post(team, {
      email: 'Ann@Shop.test',
      permission: 'FULL',
      audienceGroups: null,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'ann@shop.test',
      permission: 'FULL',
      timeZone: 'UTC',
      phone: null,
      notificationRules: null,
      country: null,
      handoffReminders: [1440, 15],
      user: { id: body.id, name: null, email: 'ann@shop.test', avatar: null },
    });
    expect((await api.get(`${team}/${body.id}`)).body).toEqual(body);
    expect((await api.get(`${team}/ANN@shop.test`)).body).toEqual(body);
    expect((await api.get(team)).body).toContainEqual(body);
  });

  it('takes an e-mail that is there for its member, and changes the permission', async () => {
    const first = await add({ permission: 'READ' });
    const again = await api.post(team, { email: first.email.toUpperCase(), permission: 'FULL' });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: first.id, permission: 'FULL' });
  });

  it('adds one member where two callers add the same e-mail at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.post(team, { email: 'twin@shop.test', permission: 'MEMBER' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('makes two members of one person in two pages', async () => {
    const { email, id } = await add();
    const other = await api.page();
    const second = (await api.post(`/v1/${other}/team`, { email, permission: 'MEMBER' })).body;
    expect(second.id).not.toBe(id);
    expect((await api.get(`${team}/${second.id}`)).status).toBe(404);
  });

  it('changes only what is sent, and null clears', async () => {
    const { id } = await add();
    const fields = {
      name: 'Ann',
      phone: '+4930123456',
      avatar: 'https://img.test/ann.png',
      timeZone: 'Europe/Berlin',
      chatUserId: 'U-ANN',
      notificationRules: [
        { channel: 'EMAIL', delayInMins: 0 },
        { channel: 'SMS', delayInMins: 0.5 },
      ],
    };
    expect((await api.put(`${team}/${id}`, fields)).body).toMatchObject(fields);
    const cleared = (await api.put(`${team}/${id}`, { phone: null, notificationRules: null })).body;
    expect(cleared).toMatchObject({ name: 'Ann', phone: null, notificationRules: null, chatUserId: 'U-ANN' });
    expect((await api.put(`${team}/${id}`, cleared)).body).toEqual(cleared);
  });

  it('names every wrong field by its path', async () => {
    const { id } = await add();
    const wrong = {
      name: '',
      phone: '030 123456',
      avatar: 'ann.png',
      timeZone: 'Mars/Olympus',
      chatUserId: '',
      webhookUrl: 'ftp://x.test',
      permission: 'OWNER',
      notificationRules: [
        { channel: 'EMAIL', delayInMins: 1440 },
        { channel: 'FAX', delayInMins: 0 },
        { channel: 'SMS', delayInMins: 1440.1 },
        { channel: 'SMS', delayInMins: '1' },
        { channel: 'SMS' },
      ],
    };
    const rules = ['[1].channel', '[2].delayInMins', '[3].delayInMins', '[4].delayInMins'];
    expect(pathsOf(await api.put(`${team}/${id}`, wrong)).sort()).toEqual(
      ['name', 'phone', 'avatar', 'timeZone', 'chatUserId', 'webhookUrl', 'permission']
        .concat(rules.map((rule) => `notificationRules${rule}`))
        .sort(),
    );
    expect(pathsOf(await api.post(team, { email: 'nobody' }))).toEqual(['email', 'permission']);
  });

  it('refuses no rules at all and more than 20', async () => {
    const { id } = await add();
    const rule = { channel: 'EMAIL', delayInMins: 0 };
    const put = (length: number) => api.put(`${team}/${id}`, { notificationRules: Array(length).fill(rule) });
    expect((await put(20)).status).toBe(200);
    for (const length of [0, 21]) expect(pathsOf(await put(length))).toEqual(['notificationRules']);
  });

  it('tells which channels work for a member, and of the others why not', async () => {
    const { id, reach } = await add();
    expect(reach.steps).toEqual([{ channel: 'EMAIL', delayInMins: 0 }]);
    expect(reach.leftOut.map(({ channel }: { channel: string }) => channel)).toEqual([
      'CHAT',
      'SMS',
      'PHONE_CALL',
    ]);
    expect(reach.leftOut.every(({ reason }: { reason: string }) => reason.length > 0)).toBe(true);
    const rules = { notificationRules: [{ channel: 'WEBHOOK', delayInMins: 3 }] };
    const changed = (await api.put(`${team}/${id}`, rules)).body;
    expect(changed.reach).toEqual({
      steps: [],
      leftOut: [{ channel: 'WEBHOOK', delayInMins: 3, reason: expect.any(String) }],
    });
  });

  it("shows a webhook's secret once, and makes a new one for another address", async () => {
    const { id } = await add();
    const put = async (webhookUrl: string | null) => (await api.put(`${team}/${id}`, { webhookUrl })).body;
    const first = await put('https://hooks.test/1');
    expect(first.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await put('https://hooks.test/1')).not.toHaveProperty('webhookSecret');
    expect((await api.get(`${team}/${id}`)).body).not.toHaveProperty('webhookSecret');
    expect((await put('https://hooks.test/2')).webhookSecret).not.toBe(first.webhookSecret);
    await put(null);
    expect((await api.store.members.find(id))?.webhookSecret).toBeNull();
  });

  it('lets one member of a page be one chat user', async () => {
    const [first, second] = [await add({ chatUserId: 'U-ONE' }), await add()];
    expect((await api.put(`${team}/${second.id}`, { chatUserId: 'U-ONE' })).status).toBe(409);
    expect((await api.put(`${team}/${first.id}`, { chatUserId: 'U-ONE' })).status).toBe(200);
  });

  it('shows nothing of another page to a bound key', async () => {
    const { id } = await add();
    const foreign = await api.as('admin', await api.page());
    for (const call of [foreign.get, foreign.put, foreign.del]) {
      expect((await call(`${team}/${id}`, call === foreign.put ? {} : undefined)).status).toBe(404);
    }
    expect((await foreign.get(team)).status).toBe(404);
    expect((await foreign.post(team, { email: 'x@y.test', permission: 'FULL' })).status).toBe(404);
  });
});

describe('deleting a member', () => {
  /** A member who is in one place of each kind. */
  async function inEveryPlace(): Promise<Answer['body']> {
    const member = await add();
    await api.post('/teams', { pageId, name: `Team of ${member.id}`, members: [member.id] });
    const schedule = await api.post('/on-call-schedules', {
      pageId,
      name: `Schedule of ${member.id}`,
      onCallShifts: [
        {
          name: 'all',
          members: [{ workspaceMemberId: member.id, color: '#fff' }],
          rotationType: 'DAILY',
          startDate: '2026-01-01T00:00:00.000Z',
        },
      ],
    });
    await api.post(`/on-call-schedules/${schedule.body.id}/overrides`, {
      memberId: member.id,
      start: '2026-02-01T00:00:00.000Z',
      end: '2026-02-02T00:00:00.000Z',
    });
    const byEmail = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: member.email.toUpperCase() };
    const byId = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: member.id };
    await api.post('/routing-rules', { routingRule: { siteId: pageId, actions: [byEmail] } });
    await api.post('/escalation-policies', {
      pageId,
      name: `Policy of ${member.id}`,
      rules: [{ delayInMins: 0, actions: [byId] }],
    });
    return { ...member, scheduleId: schedule.body.id };
  }

  it('deletes one who is in no place', async () => {
    const { id } = await add();
    expect((await api.del(`${team}/${id}`)).body).toEqual({ memberId: id });
    expect((await api.get(`${team}/${id}`)).status).toBe(404);
    expect((await api.del(`${team}/${id}`)).status).toBe(404);
  });

  it('answers 409 naming each place that would lose them', async () => {
    const { id } = await inEveryPlace();
    const { status, body } = await api.del(`${team}/${id}`);
    expect(status).toBe(409);
    for (const place of [
      'team Team of',
      'schedule Schedule of',
      'override of',
      'routing rule',
      'escalation policy Policy of',
    ]) {
      expect(body.error.message).toContain(place);
    }
    expect((await api.get(`${team}/${id}`)).status).toBe(200);
  });

  it('puts another member into every place first, where one is named', async () => {
    const leaving = await inEveryPlace();
    const taking = await add();
    expect((await api.del(`${team}/${leaving.id}?replaceWith=${taking.email}`)).status).toBe(200);
    expect((await api.get(`${team}/${leaving.id}`)).status).toBe(404);
    const member = await api.store.members.find(taking.id);
    if (member === null) throw new Error('the other member stays');
    const uses = await api.store.members.usesOf(member, api.services.clock.now());
    expect(new Set(uses.map(({ kind }) => kind))).toEqual(
      new Set(['team', 'schedule', 'override', 'routing rule', 'escalation policy']),
    );
    const { body } = await api.get(`/on-call-schedules/${leaving.scheduleId}/members`);
    expect(body.currentMembers.map((entry: { id: string }) => entry.id)).toEqual([taking.id]);
  });

  it('leaves nobody twice in a team, and everybody else at their turn', async () => {
    const [leaving, taking] = [await add(), await add()];
    const made = await api.post('/teams', { pageId, name: 'Both', members: [leaving.id, taking.id] });
    const shift = {
      name: 'all',
      members: [
        { workspaceMemberId: leaving.id, color: '#fff' },
        { workspaceMemberId: taking.id, color: '#000' },
      ],
      rotationType: 'DAILY',
      startDate: '2026-01-01T00:00:00.000Z',
    };
    const schedule = await api.post('/on-call-schedules', { pageId, name: 'Two', onCallShifts: [shift] });
    await api.del(`${team}/${leaving.id}?replaceWith=${taking.id}`);
    const { body } = await api.get(`/teams/${made.body.team.id}`);
    expect(body.team.members.map(({ id }: { id: string }) => id)).toEqual([taking.id]);
    const kept = (await api.get(`/on-call-schedules/${schedule.body.id}`)).body.onCallShifts[0].members;
    expect(kept.map((entry: { workspaceMember: { id: string } }) => entry.workspaceMember.id)).toEqual([
      taking.id,
      taking.id,
    ]);
  });

  it('refuses to put in nobody, a stranger or the same member', async () => {
    const { id } = await add();
    const stranger = await api.member(await api.page(), 'stranger@x.test');
    for (const other of ['mbr_unknown', stranger.id, id]) {
      expect(pathsOf(await api.del(`${team}/${id}?replaceWith=${other}`))).toEqual(['replaceWith']);
    }
    expect((await api.get(`${team}/${id}`)).status).toBe(200);
  });

  it('does not take the wildcards of an e-mail for other members', async () => {
    const { id } = await add({ email: 'a_n@shop.test' });
    const other = await add({ email: 'abn@shop.test' });
    const action = { type: 'NOTIFY_WORKSPACE_MEMBER', targetId: other.email };
    await api.post('/routing-rules', { routingRule: { siteId: pageId, actions: [action] } });
    expect((await api.del(`${team}/${id}`)).status).toBe(200);
  });
});
