import { TryAgainError } from '../services/errors.ts';
import { Prisma } from './generated/client.ts';

/** Whether a write failed because a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  return isKnown(error, 'P2002');
}

/** Whether a write failed because a row that it names does not exist, or one that names it still does. */
export function isForeignKeyViolation(error: unknown): boolean {
  // By a statement of its own it comes with the database's code.
  return isKnown(error, 'P2003') || (isKnown(error, 'P2010') && /\b23503\b/.test(messageOf(error)));
}

/** Whether a transaction lost against another one and may simply run again (deadlock, serialization failure). */
export function isTransient(error: unknown): boolean {
  if (error instanceof TryAgainError) return true;
  return isKnown(error, 'P2034') || /40001|40P01|deadlock detected/.test(messageOf(error));
}

function isKnown(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
