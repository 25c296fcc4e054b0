import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { startFakeSmtp, type FakeSmtp } from '../support/fake-smtp.ts';
import { startProduct, type Product } from '../support/product.ts';
import { textOf, tokenIn } from '../support/subscribers.ts';
import { until } from '../support/until.ts';

const WIDTHS = [360, 390, 1280];

describe.skipIf(!hasBrowser())('the public page in a browser', () => {
  let product: Product;
  let smtp: FakeSmtp;
  let browser: Browser;
  let pageId: string;
  beforeAll(async () => {
    smtp = await startFakeSmtp({ user: 'tocsin', password: 'secret' });
    product = await startProduct({ SMTP_URL: smtp.url, MAIL_FROM: 'Tocsin <tocsin@example.com>' });
    browser = await startBrowser();
    const page = { name: 'Shop', subdomain: 'shop', email: 'owner@example.com' };
    pageId = (await product.ok('POST', '/v1/pages', page)).id as string;
    const group = await product.ok('POST', `/v1/${pageId}/components`, { name: 'Payments' });
    for (const name of ['Cards', 'x'.repeat(255), 'A name of many words '.repeat(12).trim()]) {
      await product.ok('POST', `/v1/${pageId}/components`, { name, groupId: group.id });
    }
    await product.ok('POST', `/v1/${pageId}/incidents`, {
      name: 'https://example.com/a/long/address/'.repeat(6),
      status: 'INVESTIGATING',
      message: 'y'.repeat(2_000),
    });
  });
  afterAll(async () => {
    await browser.close();
    await product.close();
    await smtp.close();
  });

  test('fits every width, light and dark, and nothing of it is blocked', async () => {
    const complaints: string[] = [];
    const colours = new Set<string>();
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(`${product.url}/public/shop`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        colours.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        await page.close();
      }
    }
    expect(complaints).toEqual([]);
    expect(colours.size).toBe(2);
  });

  test('takes an address, which is told once its owner has pressed the button', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${product.url}/public/shop`);
    await page.getByLabel('Get an e-mail when something happens here.').fill('reader@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
    const mail = await until('the question came', () => smtp.received[0]);
    await page.goto(tokenIn(textOf(mail.raw).body, 'confirm'));
    await page.getByRole('button', { name: 'Confirm the subscription' }).click();
    await page.getByRole('heading', { name: 'You are subscribed to Shop' }).waitFor();
    await product.ok('POST', `/v1/${pageId}/incidents`, {
      name: 'Slow',
      status: 'INVESTIGATING',
      notify: true,
    });
    const told = await until('it is told', () => smtp.received[1]);
    await page.goto(tokenIn(textOf(told.raw).body, 'unsubscribe'));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed from Shop' }).waitFor();
    expect(await product.ok('GET', `/v1/${pageId}/subscribers`)).toEqual([]);
  });
});
