import type { Json, Product } from './product.ts';

/** A page with Ann and Ben, Ann on call, and a policy whose second level is Ben after `secondLevelMins`. */
export async function aTeamOnCall(
  product: Pick<Product, 'ok'>,
  options: { secondLevelMins?: number; policy?: Record<string, unknown>; chatChannel?: string | null } = {},
): Promise<{ pageId: string; ann: Json; ben: Json; scheduleId: string; policyId: string }> {
  const page = await product.ok('POST', '/v1/pages', {
    name: 'Shop',
    subdomain: `shop-${Math.random().toString(36).slice(2)}`,
    email: 'owner@example.com',
    components: ['Checkout'],
  });
  const pageId = page.id as string;
  if (options.chatChannel !== null) {
    await product.ok('PUT', `/v2/${pageId}`, { chatChannel: options.chatChannel ?? '#ops' });
  }
  const [ann, ben] = [
    await addMember(product, pageId, 'ann@example.com', 'Ann'),
    await addMember(product, pageId, 'ben@example.com', 'Ben'),
  ];
  const schedule = await product.ok('POST', '/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [
      {
        name: 'Days',
        members: [{ workspaceMemberId: 'ann@example.com', color: '#336699' }],
        rotationType: 'WEEKLY',
        startDate: '2026-01-05T09:00:00.000Z',
      },
    ],
  });
  const { escalationPolicy } = await product.ok('POST', '/escalation-policies', {
    pageId,
    name: 'Default',
    rules: [
      { delayInMins: 0, actions: [{ type: 'NOTIFY_CURRENT_ON_CALL_USER', targetId: null }] },
      {
        delayInMins: options.secondLevelMins ?? 5,
        actions: [{ type: 'NOTIFY_WORKSPACE_MEMBER', targetId: 'ben@example.com' }],
      },
    ],
    ...options.policy,
  });
  return { pageId, ann, ben, scheduleId: schedule.id as string, policyId: escalationPolicy.id as string };
}

export async function addMember(
  product: Pick<Product, 'ok'>,
  pageId: string,
  email: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<Json> {
  await product.ok('POST', `/v1/${pageId}/team`, { email, permission: 'FULL' });
  const team = (await product.ok('GET', `/v1/${pageId}/team`)) as { id: string; user: { email: string } }[];
  const id = team.find((member) => member.user.email === email)?.id ?? '';
  await product.ok('PUT', `/v1/${pageId}/team/${id}`, { name, ...more });
  return { id, email, name };
}
