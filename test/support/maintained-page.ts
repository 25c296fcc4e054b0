import { openApi, type Answer, type TestApi } from './api.ts';
import { completeServices } from './incident-services.ts';

/** A page with two components, and what plans maintenances on it. */
export type MaintainedPage = {
  readonly pageId: string;
  /** The path of its maintenances. */
  readonly maintenances: string;
  readonly checkout: string;
  readonly search: string;
  /** What is sent for a maintenance of Checkout, from an hour to an hour and a half from now. */
  readonly plan: () => Record<string, unknown>;
  /** Plans it, changed by what is given. */
  readonly make: (more?: object) => Promise<Answer['body']>;
};

/** The API as maintenances need it. */
export async function maintenanceApi(): Promise<TestApi> {
  const api = await openApi();
  completeServices(api.services);
  return api;
}

/** An instant `minutes` from now, as it is sent and answered. */
export function minutesFromNow(api: TestApi, minutes: number): string {
  return new Date(api.clock.now() + minutes * 60_000).toISOString();
}

export async function maintainedPage(api: TestApi): Promise<MaintainedPage> {
  const pageId = await api.page();
  const maintenances = `/v1/${pageId}/maintenances`;
  const component = async (name: string): Promise<string> =>
    (await api.post(`/v1/${pageId}/components`, { name })).body.id;
  const checkout = await component('Checkout');
  const search = await component('Search');
  const plan = () => ({
    name: 'Database move',
    message: 'We move\nthe <b>database</b>',
    components: [checkout],
    start: minutesFromNow(api, 60),
    end: minutesFromNow(api, 90),
  });
  return {
    pageId,
    maintenances,
    checkout,
    search,
    plan,
    make: async (more = {}) => {
      const { status, body } = await api.post(maintenances, { ...plan(), ...more });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
  };
}
