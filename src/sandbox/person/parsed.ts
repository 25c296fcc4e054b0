import type { z } from 'zod';
import { invalidAll } from '../../services/errors.ts';

/** What the page sent, in the shape it should have; else `validation_error` naming each field. */
export function parsed<T extends z.ZodType>(shape: T, sent: unknown): z.output<T> {
  const result = shape.safeParse(sent);
  if (result.success) return result.data;
  throw invalidAll(result.error.issues.map((it) => ({ path: it.path.join('.'), message: it.message })));
}
