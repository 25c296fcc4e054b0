import { UPTIME_DAYS, uptimePercentage, uptimeSince } from '../../core/component/uptime.ts';
import type { Context } from '../context.ts';

/** How much of the last days a component served. */
export type Uptime = { readonly days: number; readonly percentage: number };

/** The uptimes of components by their ids, of those that show it; one statement, however many there are. */
export async function uptimesOf(
  { read, now }: Pick<Context, 'read' | 'now'>,
  componentIds: readonly string[],
): Promise<Map<string, Uptime>> {
  const shown = await read.outages.shownOf(componentIds, uptimeSince(now));
  return new Map(
    shown.map(({ componentId, bornAt, outages, planned }) => [
      componentId,
      { days: UPTIME_DAYS, percentage: uptimePercentage({ bornAt, now, outages, planned }) },
    ]),
  );
}
