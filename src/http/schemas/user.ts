import { z } from 'zod';
import type { KeyProfile } from '../../services/api-key/profile.ts';
import { SCOPES } from '../../services/ports/api-keys.ts';
import { Id } from './common.ts';

// A key has no picture: `avatar`, which users of this family's API may have, is left out.
export const UserOut = z
  .object({
    id: Id.meta({ description: "The key's id: keys belong to no person" }),
    name: z.string().meta({ description: "The key's name" }),
    email: z.string().meta({ description: 'The e-mail of the page that the key is bound to, or empty' }),
    slug: z.string().meta({ description: "The key's id again" }),
    scope: z.enum(SCOPES).meta({ description: 'read < write < admin' }),
    pageId: Id.nullable().meta({ description: 'The one page that the key opens; null: all of them' }),
  })
  .meta({ id: 'UserProfile' });

export function userOut({ key, page }: KeyProfile): z.input<typeof UserOut> {
  const { id, name, scope, pageId } = key;
  return { id, name, email: page?.email ?? '', slug: id, scope, pageId };
}
