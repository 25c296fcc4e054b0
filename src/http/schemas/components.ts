import { z } from 'zod';
import { IMPACTS } from '../../core/incident/types.ts';
import type { Component } from '../../services/ports/components.ts';
import { Id, InstantOut, isoOf, isoOrNull, Name, Text } from './common.ts';

export const ComponentCreate = z.object({
  name: Name,
  description: Text.optional(),
  status: z.enum(IMPACTS).optional(),
  order: z.number().int().min(0).max(1_000_000).optional(),
  showUptime: z.boolean().optional(),
});

export const ComponentOut = z
  .object({
    id: Id,
    siteId: Id,
    name: z.string(),
    description: z.string(),
    status: z.enum(IMPACTS),
    order: z.number().int(),
    showUptime: z.boolean(),
    groupId: Id.nullable(),
    archivedAt: InstantOut.nullable(),
    createdAt: InstantOut,
    updatedAt: InstantOut,
  })
  .meta({ id: 'Component' });

export function componentOut(component: Component): z.input<typeof ComponentOut> {
  const { pageId, archivedAt, createdAt, updatedAt, ...rest } = component;
  return {
    ...rest,
    siteId: pageId,
    archivedAt: isoOrNull(archivedAt),
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
