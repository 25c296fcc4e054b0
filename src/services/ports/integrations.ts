import type { Mapping, MonitoringTool, Template } from '../../core/integration/types.ts';
import type { EpochMs } from '../../core/time/instant.ts';

/** A monitoring tool's way in: what is sent to its secret address opens and resolves incidents of the page. */
export type Integration = {
  readonly id: string;
  readonly pageId: string;
  readonly monitoringTool: MonitoringTool;
  readonly label: string | null;
  /** The secret in its address. Never in a log. */
  readonly token: string;
  /** Ids of the components that its incidents affect; one may have been deleted since. */
  readonly components: readonly string[];
  readonly createTemplate: Template | null;
  readonly resolveTemplate: Template | null;
  readonly mapping: Mapping | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

/** What an integration was sent and could not be read. */
export type UnreadBody = {
  readonly id: string;
  readonly integrationId: string;
  readonly receivedAt: EpochMs;
  readonly contentType: string;
  /** Its beginning. */
  readonly body: string;
  /** Why, as a sentence. */
  readonly reason: string;
};

export interface IntegrationRepository {
  find(id: string): Promise<Integration | null>;
  /** One statement by an index: every event asks for it. */
  findByToken(token: string): Promise<Integration | null>;
  /** As `find`, keeping every other writer of it waiting until the transaction ends. */
  lock(id: string): Promise<Integration | null>;
  /** Oldest first. */
  list(
    pageId: string,
    options: { offset: number; limit: number },
  ): Promise<{ integrations: Integration[]; total: number }>;
  insert(integration: Integration): Promise<void>;
  /** Stores all of it. */
  update(integration: Integration): Promise<void>;
  /** With what could not be read; its incidents stay. False when there was none. */
  remove(id: string): Promise<boolean>;
  /** Stores one more, and drops the oldest beyond `keep` in the same statement. The integration must be locked. */
  keepUnread(unread: UnreadBody, keep: number): Promise<void>;
  /** Newest first. */
  listUnread(
    integrationId: string,
    options: { offset: number; limit: number },
  ): Promise<{ unread: UnreadBody[]; total: number }>;
}
