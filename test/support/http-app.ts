import { afterEach } from 'vitest';
import { z } from 'zod';
import { createHttpApp, type HttpOptions } from '../../src/http/app.ts';
import type { HttpApp } from '../../src/http/http-app.ts';
import { AppError, TryAgainError } from '../../src/services/errors.ts';
import { httpServices } from './http-services.ts';

export const AUTH = { authorization: 'Bearer secret' };

const opened: HttpApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

type Given = Partial<Parameters<typeof httpServices>[0]> & Omit<HttpOptions, 'services'>;

/** The server with a few routes that stand for any. */
export function appWith(given: Given = {}) {
  const stub = httpServices({ keys: [{ secret: 'secret' }], pageIds: ['page_1', 'page_2'], ...given });
  const app = createHttpApp({
    services: stub.services,
    ...given,
    doors: [
      (door) => {
        const scope = door as unknown as HttpApp;
        const body = z.object({
          pageId: z.string(),
          name: z.string().max(5),
          rules: z.array(z.object({ delayInMins: z.number().min(0) })).optional(),
          target: z.union([z.string(), z.array(z.string())]).optional(),
        });
        scope.post('/things', { schema: { body } }, async (request) => request.body);
        scope.get('/:page_id/things', async () => ({ things: [] }));
        scope.get('/broken', async () => {
          throw new Error('select * from secrets where password = hunter2');
        });
        scope.get('/busy', async () => {
          throw new AppError('unavailable', 'The queue does not answer');
        });
        scope.get('/overtaken', async () => {
          throw new TryAgainError('the row of table x was deleted');
        });
        scope.get('/people', { config: { access: 'public', forPeople: true } }, async () => {
          throw new AppError('not_found', 'This <link> is not valid');
        });
      },
    ],
  });
  opened.push(app);
  return { ...stub, app };
}
