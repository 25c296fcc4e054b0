import type { IncidentTemplate } from '../../core/incident/template.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** Templates that were deleted stay stored, and nothing here finds them any more. */
export interface TemplateRepository {
  find(id: string): Promise<IncidentTemplate | null>;
  /** As `find`, keeping other writers of it waiting until the transaction ends. */
  lock(id: string): Promise<IncidentTemplate | null>;
  /** Those of a page, oldest first. */
  list(pageId: string, window: { offset: number; limit: number }): Promise<IncidentTemplate[]>;
  insert(template: IncidentTemplate): Promise<void>;
  /** Everything but its page and its birth. */
  update(template: IncidentTemplate): Promise<void>;
  /** False when there was none. */
  remove(id: string, now: EpochMs): Promise<boolean>;
}
