import { IMPACTS, type Impact } from '../incident/types.ts';

export const PUBLIC_STATUSES = ['UP', 'HASISSUES', 'UNDERMAINTENANCE'] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

/**
 * A page for readers, from how its components are and what its open incidents affect: HASISSUES as soon as anything is
 * worse than under maintenance.
 */
export function publicStatus(impacts: readonly Impact[]): PublicStatus {
  const worst = Math.max(0, ...impacts.map((impact) => IMPACTS.indexOf(impact)));
  if (worst > IMPACTS.indexOf('UNDERMAINTENANCE')) return 'HASISSUES';
  return worst === 0 ? 'UP' : 'UNDERMAINTENANCE';
}
