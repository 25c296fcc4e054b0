import type { TemplateStatus } from '../../core/incident/template.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A maintenance as readers see it. */
export type PublicMaintenance = {
  readonly id: string;
  readonly name: string;
  /** NOTSTARTEDYET or INPROGRESS. */
  readonly status: TemplateStatus;
  readonly start: EpochMs;
  /** Null: open. */
  readonly end: EpochMs | null;
  readonly componentNames: readonly string[];
  readonly updates: readonly {
    readonly id: string;
    readonly status: TemplateStatus;
    readonly message: string;
    readonly at: EpochMs;
  }[];
};

export interface PublicPageRepository {
  /** Those that are not over, earliest start first, at most `limit`, with their newest `updates` updates, newest first. */
  maintenances(pageId: string, options: { limit: number; updates: number }): Promise<PublicMaintenance[]>;
}
