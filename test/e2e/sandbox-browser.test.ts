import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { startProduct, type Product } from '../support/product.ts';
import { addMember, aTeamOnCall } from '../support/team.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let product: Product;
let browser: Browser;
let pageId: string;
/** What any opened page complained about: errors of its code, and what its policy blocked. */
const complaints: string[] = [];

async function open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${product.url}/sandbox${hash}`);
  await page.locator('.place').first().waitFor({ state: 'attached' });
  return page;
}

/** Opens an incident by the API: who is on call is paged in the sandbox. */
async function anIncident(name: string): Promise<string> {
  const incident = await product.ok('POST', `/v1/${pageId}/incidents`, {
    name,
    message: 'seen by a test',
    status: 'INVESTIGATING',
    components: [],
    statuses: [],
  });
  return incident.id as string;
}

const messageWith = (page: Page, text: string) => page.locator('#main .message', { hasText: text });
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

describe.runIf(hasBrowser())('the sandbox in a browser', () => {
  beforeAll(async () => {
    product = await startProduct();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    const found = complaints.splice(0);
    if (found.length > 0) throw new Error(`the page complained: ${found.join('; ')}`);
  });

  test('says how to begin while nobody is a member, and notices the first one by itself', async () => {
    const page = await open('');
    await page.getByText('Nobody is here yet').waitFor();
    expect(await page.locator('pre').allInnerTexts()).toEqual([
      'npm run demo',
      expect.stringContaining(`${product.url}/v1/pages`),
    ]);
    ({ pageId } = await aTeamOnCall(product, { chatChannel: '#ops' }));
    await page.getByRole('button', { name: /You are Ann/ }).waitFor();
  });

  test('a page arrives live, is acknowledged there, and shows it without a reload', async () => {
    const page = await open('#as=ann@example.com&channel=direct');
    const id = await anIncident('checkout is down');
    const message = messageWith(page, 'checkout is down');
    await message.getByRole('button', { name: 'Acknowledge' }).click();
    await message.getByText('(edited)').waitFor();
    expect(await message.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
    const { incident } = await product.ok('GET', `/incidents/${id}`);
    expect(incident.response).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann' });
  });

  test("somebody else's page is announced, and one press leads there as that person", async () => {
    const page = await open('#as=ben@example.com&channel=general');
    await anIncident('search is slow');
    const banner = page.locator('.banner', { hasText: 'search is slow' });
    await banner.getByRole('button', { name: 'Be Ann' }).click();
    await messageWith(page, 'search is slow').waitFor();
    expect(new URL(page.url()).hash).toBe('#as=ann%40example.com&channel=direct');
  });

  test('what people write is only ever text', async () => {
    const bait = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await addMember(product, pageId, 'eve@example.com', `Eve ${bait}`);
    await anIncident(bait);
    const page = await open('#as=ann@example.com&channel=direct');
    await messageWith(page, bait).first().waitFor();
    await page
      .getByRole('button', { name: /You are/ })
      .first()
      .click();
    await page.locator('.menu').getByText(`Eve ${bait}`).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.composer-field').fill(bait);
    await page.keyboard.press('Enter');
    await page.locator('.message[data-user]', { hasText: bait }).last().waitFor();
    await page.getByRole('button', { name: 'Outbox' }).click();
    await page.locator('.entry', { hasText: bait }).first().waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toContain('Tocsin sandbox');
  });

  test('a title is one link, whatever marks of the chat are in it', async () => {
    await anIncident('Nightly *full* backup');
    const page = await open('#as=ann@example.com&channel=direct');
    const message = page.locator('#main .message', { hasText: 'Nightly full backup' }).last();
    await message.waitFor();
    expect(await message.getByRole('link').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^#\d+ Nightly full backup$/),
    );
  });

  test('the outbox shows what would have been sent, and why it was not', async () => {
    await anIncident('payments fail');
    const page = await open('#as=ann@example.com&channel=outbox');
    const entry = page.locator('.entry', { hasText: 'payments fail' }).filter({ hasText: 'E-mail' });
    await entry.waitFor();
    const said = await entry.innerText();
    expect(said).toContain('Would have been sent');
    expect(said).toContain('SMTP_URL is not set');
  });

  test('a command is suggested, answered privately, and opens a form that opens an incident', async () => {
    const page = await open('#as=ann@example.com&channel=ops');
    const field = page.locator('.composer-field');
    await field.pressSequentially('/on');
    await page.locator('.suggestion', { hasText: '/oncall' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.message.private', { hasText: 'Ann' }).waitFor();

    await field.fill('/incident new');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Open incident' }).click();
    await form.getByText('Please complete this required field.').waitFor();
    await form.locator('input').first().fill('the door is stuck');
    await form.getByRole('button', { name: 'Open incident' }).click();
    await form.waitFor({ state: 'detached' });
    await messageWith(page, 'the door is stuck').first().waitFor();
    const incidents = (await product.ok('GET', `/v1/${pageId}/incidents`)) as { name: string }[];
    expect(incidents.map((it) => it.name)).toContain('the door is stuck');
  });

  test('a phone of 360 px shows one column at a time, and nothing wider than itself', async () => {
    const page = await open('#as=ann@example.com', PHONE);
    await page.getByRole('button', { name: 'ops' }).tap();
    await page.locator('.thread-link').first().tap();
    await page.getByRole('heading', { name: 'Thread' }).waitFor();
    expect(await widthOf(page)).toBe(360);
    expect(await page.locator('#main').isVisible()).toBe(false);
    await page.goBack();
    await page.locator('#main .composer-field').waitFor();
    expect(await widthOf(page)).toBe(360);
    await page.locator('#main').getByRole('button', { name: 'Back' }).tap();
    await page.getByRole('button', { name: 'Outbox' }).tap();
    await page.locator('.entry').first().waitFor();
    expect(await widthOf(page)).toBe(360);
  });

  test('follows the dark mode of the system', async () => {
    const brightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      const page = await open('#as=ann@example.com', { colorScheme });
      const color: string = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      return Math.max(...(color.match(/\d+/g) ?? []).map(Number));
    };
    expect(await brightness('light')).toBeGreaterThan(200);
    expect(await brightness('dark')).toBeLessThan(60);
  });
});
