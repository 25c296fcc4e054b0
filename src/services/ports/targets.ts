/** A place that names something by its id and keeps it from being deleted. */
export type Use = {
  readonly kind: 'routing rule' | 'escalation policy';
  readonly id: string;
  readonly name: string;
};

/**
 * What routing rules and policies name by id without a reference that the database knows: teams, members, schedules. Who
 * is about to name one holds it, who is about to delete one locks it first and asks for its uses then: one of them waits
 * for the other. Only within a transaction.
 */
export interface TargetRepository {
  /** Those of `ids` that the page has; none of them can be deleted until the transaction ends. */
  holdTeams(pageId: string, ids: readonly string[]): Promise<string[]>;
  /** The same of on-call schedules. */
  holdSchedules(pageId: string, ids: readonly string[]): Promise<string[]>;
  /** The same of escalation policies. */
  holdPolicies(pageId: string, ids: readonly string[]): Promise<string[]>;
  /** The same of members, by id or e-mail (any case). */
  holdMembers(pageId: string, idsOrEmails: readonly string[]): Promise<{ id: string; email: string }[]>;
  /** Keeps everybody waiting who is about to name that member. */
  lockMember(id: string): Promise<void>;
  /** The places that name a team, a schedule or a policy by its id: the first `limit` of them, and how many there are. */
  usesOf(
    target: { readonly pageId: string; readonly id: string },
    limit: number,
  ): Promise<{ uses: Use[]; total: number }>;
}
