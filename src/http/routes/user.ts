import type { Services } from '../../services/context.ts';
import { keyProfile } from '../../services/api-key/profile.ts';
import { keyOf } from '../auth.ts';
import { requestContext } from '../context.ts';
import type { HttpApp } from '../http-app.ts';
import { UserOut, userOut } from '../schemas/user.ts';

/** Who asks: the key itself, since keys belong to no person. */
export function userRoutes(app: HttpApp, services: Services): void {
  app.get(
    '/v1/user',
    {
      schema: {
        tags: ['API keys'],
        summary: 'The key that asks, in the form of a user',
        response: { 200: UserOut },
      },
    },
    async (request) => userOut(await keyProfile(requestContext(services, request), { key: keyOf(request) })),
  );
}
