import { createHttpApp } from '../../src/http/app.ts';
import { httpServices } from './http-services.ts';

/** What `/openapi.json` answers, as text; it needs no database, for it is made of the routes alone. */
export async function openapiDocument(): Promise<string> {
  const { services } = httpServices({ keys: [], pageIds: [] });
  const app = createHttpApp({ services });
  try {
    const answer = await app.inject({ method: 'GET', url: '/openapi.json' });
    if (answer.statusCode !== 200) throw new Error(`/openapi.json answered ${answer.statusCode}`);
    return answer.body;
  } finally {
    await app.close();
  }
}
