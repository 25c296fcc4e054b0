import { ADMIN_KEY, startProduct, type Product } from './product.ts';
import { cli, startCli, type CliProcess, type Said } from './cli.ts';

/** A product with two pages, and the command line with a key that is bound to one of them. */
export type Shop = {
  readonly product: Product;
  readonly pageId: string;
  readonly otherPageId: string;
  readonly scheduleId: string;
  readonly key: string;
  /** Runs `tocsin` as somebody who has set up everything. */
  run(...args: string[]): Promise<Said>;
  /** The same with the admin key, which sees both pages. */
  asAdmin(...args: string[]): Promise<Said>;
  start(...args: string[]): CliProcess;
  /** Opens an incident and answers its number. */
  open(name: string): Promise<{ id: string; number: number }>;
  close(): Promise<void>;
};

export async function openShop(): Promise<Shop> {
  const product = await startProduct();
  const page = async (name: string, subdomain: string): Promise<string> =>
    (await product.ok('POST', '/v1/pages', { name, subdomain, email: 'ops@example.com' })).id;
  const pageId = await page('Shop', 'shop');
  const otherPageId = await page('Warehouse', 'warehouse');
  for (const [email, name] of [
    ['ann@example.com', 'Ann'],
    ['ben@example.com', 'Ben'],
  ] as const) {
    const { id } = await product.ok('POST', `/v1/${pageId}/team`, { email, permission: 'WRITE' });
    await product.ok('PUT', `/v1/${pageId}/team/${id}`, { name });
  }
  const schedule = await product.ok('POST', '/on-call-schedules', {
    pageId,
    name: 'Primary',
    onCallShifts: [
      {
        members: [{ workspaceMemberId: 'ann@example.com' }, { workspaceMemberId: 'ben@example.com' }],
        rotationType: 'WEEKLY',
        startDate: '2026-01-05T08:00:00.000Z',
      },
    ],
  });
  const { key } = await product.ok('POST', '/api-keys', { name: 'Laptop', scope: 'write', pageId });
  const settings = { TOCSIN_URL: product.url, TOCSIN_API_KEY: key };
  return {
    product,
    pageId,
    otherPageId,
    scheduleId: schedule.id,
    key,
    run: (...args) => cli(args, settings),
    asAdmin: (...args) => cli(args, { ...settings, TOCSIN_API_KEY: ADMIN_KEY }),
    start: (...args) => startCli(args, settings),
    open: (name) =>
      product.ok('POST', `/v1/${pageId}/incidents`, { name, status: 'INVESTIGATING', shouldPublish: false }),
    close: () => product.close(),
  };
}
