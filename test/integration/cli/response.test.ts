import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../support/cli-shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const responseOf = async (id: string) => (await shop.product.ok('GET', `/incidents/${id}`)).incident.response;
const textsOf = async (id: string): Promise<string[]> =>
  (await shop.product.ok('GET', `/incidents/${id}/timeline`)).events.map(
    ({ text }: { text: string }) => text,
  );

describe('an incident goes by its number', () => {
  test('from its opening to its end', async () => {
    const opened = await shop.run(
      'incidents',
      'open',
      'Search is slow',
      '--impact',
      'partialoutage',
      '--json',
    );
    const { id, number, impact } = JSON.parse(opened.out);
    expect(impact).toBe('PARTIALOUTAGE');

    const taken = await shop.run('ack', String(number), '--by', 'ann@example.com');
    expect(taken).toEqual({ code: 0, out: `Ann acknowledged #${number} Search is slow.\n`, err: '' });
    expect(await responseOf(id)).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann' });
    expect((await shop.run('ack', `#${number}`)).out).toMatch(/^Already acknowledged by Ann /);

    expect(
      (
        await shop.run(
          'incidents',
          'update',
          `${number}`,
          '--status',
          'identified',
          '--message',
          'A hot shard',
        )
      ).out,
    ).toBe(`#${number} is IDENTIFIED.\n`);
    expect((await shop.run('resolve', `#${number}`)).code).toBe(0);
    expect(await responseOf(id)).toMatchObject({ state: 'RESOLVED' });
    expect((await shop.run('incidents', 'list')).out).not.toContain('Search is slow');
    expect((await shop.run('incidents', 'list', '--all')).out).toMatch(
      new RegExp(`^#${number} +RESOLVED .*Search is slow$`, 'm'),
    );
  });

  test('is snoozed, given back, escalated, handed on and written about', async () => {
    const { id, number } = await shop.open('Checkout fails');
    const n = String(number);
    expect((await shop.run('snooze', n, '30m')).code).toBe(0);
    const { snoozedUntil } = await responseOf(id);
    const minutes = (Date.parse(snoozedUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(27);
    expect(minutes).toBeLessThanOrEqual(30);
    expect((await shop.run('unack', n)).code).toBe(0);
    expect((await shop.run('escalate', n)).code).toBe(0);
    expect((await shop.run('reassign', n, 'ben')).out).toBe(
      `Laptop asked for Ben on #${n} Checkout fails.\n`,
    );
    // Names are those of the incident's page, whichever others the key may see.
    expect((await shop.asAdmin('reassign', n, 'ann')).code).toBe(0);
    expect((await shop.run('note', n, 'it', 'is', 'the', '--', '--cache')).code).toBe(0);
    expect(await textsOf(id)).toContain('it is the --cache');
  });

  test('shows what it is and what happened to it', async () => {
    const { number, id } = await shop.open('Payment fails');
    const { out } = await shop.run('incidents', 'show', String(number));
    expect(out).toMatch(
      new RegExp(`^#${number} Payment fails\nstate +TRIGGERED\nstatus +INVESTIGATING, MAJOROUTAGE\n`),
    );
    expect(out).toMatch(/^started +\w{3} \d{1,2} \w{3} \d\d:\d\d \(\d+s ago\)$/m);
    expect(out).toMatch(/  #\d+ Payment fails opened\.$/m);
    const { out: json } = await shop.run('incidents', 'show', id, '--json');
    expect(JSON.parse(json)).toMatchObject({ id, number, timeline: expect.any(Array) });
  });

  test('is found among more than a list shows, old or new', async () => {
    const first = await shop.open('The first of many');
    await shop.product.ok('POST', `/incidents/${first.id}/resolve`, {});
    const many = await manyMore(60);
    const last = await shop.run('incidents', 'show', String(first.number), '--json');
    expect(JSON.parse(last.out)).toMatchObject({ id: first.id });
    const middle = many[30];
    const found = await shop.run('incidents', 'show', String(middle?.number), '--json');
    expect(JSON.parse(found.out)).toMatchObject({ id: middle?.id });
  });

  test('is refused where there is none', async () => {
    expect(await shop.run('ack', '999999')).toEqual({
      code: 1,
      out: '',
      err: 'tocsin: there is no incident #999999; `tocsin incidents list --all` shows those there are\n',
    });
  });
});

/** Resolved at once, a few at a time. */
async function manyMore(count: number): Promise<{ id: string; number: number }[]> {
  const opened: { id: string; number: number }[] = [];
  for (let i = 0; i < count; i += 10) {
    const some = Array.from({ length: 10 }, () =>
      shop.product.ok('POST', `/v1/${shop.pageId}/incidents`, { name: 'One of many', status: 'RESOLVED' }),
    );
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

test('what comes from outside steers no terminal', async () => {
  const { number } = await shop.open('evil \u001b]0;owned\u0007 \u202eeman');
  const shown = await shop.run('incidents', 'show', String(number));
  expect(shown.out).toContain('evil ?]0;owned? ?eman');
  const { out } = await shop.run('incidents', 'show', String(number), '--json');
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(JSON.parse(out).name).toBe('evil \u001b]0;owned\u0007 \u202eeman');
});
