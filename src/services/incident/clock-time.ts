import type { EpochMs } from '../../core/time/instant.ts';

/** `2026-03-29 03:12 UTC`: an instant in sentences that every reader must understand alike. */
export function clockTime(instant: EpochMs): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
