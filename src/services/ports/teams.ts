import type { EpochMs } from '../../core/time/instant.ts';

/** A named set of members of one page. */
export type Team = {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  /** In the order they were given. */
  readonly memberIds: readonly string[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
};

export interface TeamRepository {
  find(id: string): Promise<Team | null>;
  findMany(ids: readonly string[]): Promise<Team[]>;
  /** Reads a team and keeps other writers of it waiting until the transaction ends. */
  lock(id: string): Promise<Team | null>;
  /** The members' ids of each team that exists, in order. */
  membersOf(teamIds: readonly string[]): Promise<Map<string, string[]>>;
  /** By name. */
  list(pageId: string, options: { offset: number; limit: number }): Promise<{ teams: Team[]; total: number }>;
  /** `conflict` when the page has a team of that name. */
  insert(team: Team): Promise<void>;
  /** Name and members; `conflict` as above. */
  update(team: Team): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
}
