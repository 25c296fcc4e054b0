import type { EpochMs } from '../../core/time/instant.ts';

/** A status page: what everything else belongs to. */
export type Page = {
  readonly id: string;
  readonly name: string;
  readonly subdomain: string;
  readonly email: string;
  readonly chatChannel: string | null;
  /** Presentation settings, as sent. */
  readonly settings: Record<string, unknown>;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface PageRepository {
  find(id: string): Promise<Page | null>;
  /** The subdomain is in lower case. */
  findBySubdomain(subdomain: string): Promise<Page | null>;
  /** Reads a page and keeps other writers of it waiting until the transaction ends. */
  lock(id: string): Promise<Page | null>;
  list(options: {
    onlyId: string | null;
    offset: number;
    limit: number;
  }): Promise<{ pages: Page[]; total: number }>;
  /** `conflict` when the subdomain is taken. */
  insert(page: Page): Promise<void>;
  update(page: Page): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
