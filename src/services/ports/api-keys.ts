import type { EpochMs } from '../../core/time/instant.ts';

/** What a key may do; each scope includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** A key to the API. The key itself is nowhere stored. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** The one page that it opens; null: every page and the installation itself. */
  readonly pageId: string | null;
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  readonly createdAt: EpochMs;
  /** Null: never. At this instant and after it the key opens nothing. */
  readonly expiresAt: EpochMs | null;
  readonly lastUsedAt: EpochMs | null;
};

export interface ApiKeyRepository {
  find(id: string): Promise<ApiKey | null>;
  findByHash(hash: string): Promise<ApiKey | null>;
  /** Newest first; with `pageId` those of that page only. */
  list(options: {
    pageId: string | null;
    offset: number;
    limit: number;
  }): Promise<{ keys: ApiKey[]; total: number }>;
  /** Whether a key with scope `admin`, without a page, opens anything at `now`. */
  hasAdmin(now: EpochMs): Promise<boolean>;
  /**
   * The ids of those keys; until the transaction ends nobody else deletes any of them, and who wanted to sees what is
   * left.
   */
  lockAdmins(now: EpochMs): Promise<string[]>;
  /** False where that very key is stored already. */
  insert(key: ApiKey): Promise<boolean>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** Remembers uses at `now`, each unless one after `notSince` is known: one statement for all of them. */
  touch(ids: readonly string[], now: EpochMs, notSince: EpochMs): Promise<void>;
}
