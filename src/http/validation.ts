import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidAll, type ErrorDetail } from '../services/errors.ts';
import { fieldPath } from './field-path.ts';
import { anyOf, validationMessage } from './validation-message.ts';

type Issue = z.core.$ZodIssue;

/** Checks one part of a request by its zod schema; what is wrong becomes a `validation_error` with the callers' paths. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = schema.safeParse(data, { error: validationMessage });
    if (result.success) return { value: result.data };
    return { error: invalidAll(result.error.issues.flatMap((issue) => detailsOf(issue, []))) };
  };

function detailsOf(issue: Issue, parents: readonly PropertyKey[]): ErrorDetail[] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionDetails(issue.errors, path);
  return [{ path: fieldPath(path), message: issue.message }];
}

/** Of a union's alternatives, the one that came furthest says what is wrong; none came far: all of them do. */
function unionDetails(alternatives: readonly Issue[][], path: readonly PropertyKey[]): ErrorDetail[] {
  const depths = alternatives.map((issues) => Math.max(0, ...issues.map((issue) => issue.path.length)));
  const deepest = Math.max(...depths);
  if (deepest > 0) {
    const best = alternatives[depths.indexOf(deepest)] ?? [];
    return best.flatMap((issue) => detailsOf(issue, path));
  }
  const messages = alternatives
    .flat()
    .flatMap((issue) => detailsOf(issue, path))
    .map((detail) => detail.message);
  return [{ path: fieldPath(path), message: anyOf(messages) }];
}
