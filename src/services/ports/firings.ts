import type { EpochMs } from '../../core/time/instant.ts';

export type Firing = {
  readonly id: string;
  readonly incidentId: string;
  readonly runId: string | null;
  readonly kind: 'ROUTING' | 'RULE' | 'REASSIGN' | 'FALLBACK';
  readonly pass: number;
  /** The rule's number, from 1; 0 where no rule fired. */
  readonly rule: number;
  readonly dueAt: EpochMs;
  readonly firedAt: EpochMs;
  /** How many members it reached. */
  readonly reached: number;
};

export interface FiringRepository {
  ofIncident(incidentId: string): Promise<Firing[]>;
}
