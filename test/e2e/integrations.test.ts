import { expect, test } from 'vitest';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

test('an alert of another tool pages whoever is told, once for a burst of it, and its end resolves the incident', async ({
  onTestFinished,
}) => {
  const smtp = await startFakeSmtp({ user: 'tocsin', password: 'secret' });
  const product = await startProduct({ SMTP_URL: smtp.url, MAIL_FROM: 'Tocsin <tocsin@example.com>' });
  onTestFinished(async () => {
    await product.close();
    await smtp.close();
  });
  const page = { email: 'owner@example.com', name: 'Shop', subdomain: 'shop' };
  const { id: pageId } = await product.ok('POST', '/v1/pages', page);
  await product.ok('POST', `/v1/${pageId}/team`, {
    email: 'ann@example.com',
    name: 'Ann',
    permission: 'FULL',
  });
  const { integration } = await product.ok('POST', '/v3/integrations', {
    pageId,
    integrationType: 'PROMETHEUS',
    createTemplate: { name: '{{title}} on {{component}}' },
  });
  const send = async (status: string) => {
    const body = JSON.stringify({ alertname: 'DiskFull', host: 'db1', severity: 'critical', status });
    const url = `${product.url}${new URL(integration.url).pathname}`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return (await answer.json()) as { incidentId: string; action: string };
  };

  const answers = await Promise.all(Array.from({ length: 20 }, () => send('firing')));
  expect(answers.filter(({ action }) => action === 'opened')).toHaveLength(1);
  await until('Ann is told', () => smtp.received.some(({ raw }) => raw.includes('DiskFull on db1')));

  const { incidentId, action } = await send('resolved');
  expect(action).toBe('resolved');
  const { incident } = await product.ok('GET', `/incidents/${incidentId}`);
  expect(incident).toMatchObject({
    source: 'PROMETHEUS',
    status: 'RESOLVED',
    response: { state: 'RESOLVED' },
  });
  await product.tocsin.work.sweepNow();
  expect(smtp.received).toHaveLength(1);
});
