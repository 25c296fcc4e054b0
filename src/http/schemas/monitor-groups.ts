import { z } from 'zod';
import type { GroupView } from '../../services/monitor-group/group-view.ts';
import { Id, InstantOut, isoOf, Message, Name, pagingOut, QueryBoolean } from './common.ts';
import { MAX_ELEMENTS, Ref } from './elements.ts';
import { Location } from './monitors.ts';

const MonitorRefs = z.array(Ref).max(MAX_ELEMENTS);

const settings = {
  name: Name.meta({ description: 'What it is called' }),
  collapsed: z.boolean().meta({ description: 'Whether it is shown closed' }),
  order: z.number().int().min(0).max(1_000_000).meta({ description: 'Its place in lists, rising' }),
  groupId: Id.nullable().meta({ description: 'The group above it; null: it is at the top' }),
  monitors: MonitorRefs.meta({
    description: 'All monitors directly in it, by id; others that were in it are in no group afterwards',
  }),
  componentId: Id.nullable().meta({ description: 'The component that it stands for; null: none' }),
};

export const GroupCreate = z.object({
  pageId: Id.meta({ description: 'The page that it belongs to' }),
  name: settings.name,
  childId: Id.nullable()
    .default(null)
    .meta({ description: 'A group or a monitor of the page, which moves under the new one' }),
  collapsed: settings.collapsed.default(false),
  order: settings.order.optional().meta({ description: 'Its place in lists, rising; default: the last' }),
  groupId: settings.groupId.default(null),
  monitors: MonitorRefs.default([]).meta({ description: 'Monitors that move into it, by id' }),
  componentId: settings.componentId.default(null),
});

export const GroupChange = z
  .object({
    pageId: Id.meta({ description: 'May be sent back; it cannot be changed' }),
    siteId: Id.meta({ description: 'May be sent back; it cannot be changed' }),
    ...settings,
  })
  .partial();

export const GroupMonitors = z.object({
  monitors: MonitorRefs.meta({ description: 'Monitors that move into the group, by id' }),
});

export const MonitorMove = z.object({
  parentId: Id.nullable().meta({ description: 'The group that it moves into; null: out of any' }),
});

export const GroupRunQuery = z.object({
  location: Location.optional().meta({ description: "Where to check from; default: each monitor's first" }),
  retry: QueryBoolean.optional().meta({ description: 'Marks the logs as retries' }),
  monitorLogId: Id.optional().meta({
    description: 'The log, of a monitor below the group, that a retry is of',
  }),
});

export const GroupRun = z.object({
  result: z.literal('OK').meta({ description: 'All checks were made; their logs say what they saw' }),
  monitorLogId: z
    .string()
    .meta({ description: "The first monitor's log; empty where there was none to check" }),
  monitorLogIds: z.array(Id).meta({ description: 'The logs of all checks, in the order of the tree' }),
});

const GroupOut = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What it is called' }),
    pageId: Id.meta({ description: 'The page that it belongs to' }),
    siteId: Id.meta({ description: 'Another name of pageId' }),
    collapsed: z.boolean().meta({ description: 'Whether it is shown closed' }),
    monitors: z.array(z.object({ id: Id })).meta({ description: 'Those directly in it, oldest first' }),
    groupId: Id.nullable().meta({ description: 'The group above it; null: it is at the top' }),
    children: z
      .array(z.object({ id: Id, name: z.string() }))
      .meta({ description: 'The groups directly below it, in order' }),
    order: z.number().int().meta({ description: 'Its place in lists, rising' }),
    parents: z.array(Id).meta({ description: 'All groups above it, from the nearest up' }),
    componentId: Id.nullable().meta({ description: 'The component that it stands for' }),
    createdAt: InstantOut.meta({ description: 'When it was made' }),
    updatedAt: InstantOut.meta({ description: 'When it last changed' }),
  })
  .meta({ id: 'MonitorGroup' });

export const GroupWrapped = z.object({ monitor: GroupOut.meta({ description: 'The group' }) });
export const GroupDone = GroupWrapped.extend(Message.shape);
export const GroupList = z.object({ monitorGroups: z.array(GroupOut), ...pagingOut });

export function groupOut({ group, monitorIds, children, parents }: GroupView): z.input<typeof GroupOut> {
  const { parentId, createdAt, updatedAt, ...rest } = group;
  return {
    ...rest,
    siteId: group.pageId,
    monitors: monitorIds.map((id) => ({ id })),
    groupId: parentId,
    children: [...children],
    parents: [...parents],
    createdAt: isoOf(createdAt),
    updatedAt: isoOf(updatedAt),
  };
}
