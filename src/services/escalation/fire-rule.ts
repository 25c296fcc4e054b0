import type { Step } from '../../core/escalation/run.ts';
import type { NotifyAction } from '../../core/escalation/snapshot.ts';
import type { Incident } from '../../core/incident/types.ts';
import type { Context } from '../context.ts';
import type { ReadiedTargets } from '../incident/route.ts';
import { allAdmins, findTargets } from '../notification/find-targets.ts';
import type { FiringPlanner } from '../notification/plan-firings.ts';
import type { Member } from '../ports/members.ts';
import type { Run } from '../ports/runs.ts';
import type { Tx } from '../transact.ts';

export type FiringAids = {
  readonly planner: FiringPlanner;
  /** Whom rules tell at this very instant, where that was read before the transaction. */
  readonly readied?: ReadiedTargets;
};

/**
 * Fires one rule: its targets are found now, their notifications planned for the rule's due time. Where it reaches
 * nobody and no rule follows in the pass, all admins are told instead. The timeline says each of it.
 */
export async function fireRule(
  ctx: Context,
  tx: Tx,
  incident: Incident,
  run: Run,
  step: Extract<Step<NotifyAction>, { kind: 'fire' }>,
  { planner, readied }: FiringAids,
): Promise<{ reached: number }> {
  const { rule, pass, dueAt } = step;
  const targets =
    readied?.get(rule.id) ?? (await findTargets(tx.store, incident.pageId, rule.actions, ctx.now));
  const { state } = incident.response;
  const told = { pass, rule: rule.number, dueAt, state };
  const reached = planner.plan({ ...told, kind: 'RULE', runId: run.id, targets });
  const isLastOfPass = rule.number === run.policy.rules.at(-1)?.number;
  const admins =
    reached.length === 0 && isLastOfPass
      ? planner.plan({
          ...told,
          kind: 'FALLBACK',
          runId: null,
          targets: await allAdmins(tx.store, incident.pageId),
        })
      : [];
  const said = sentence(reached, isLastOfPass ? admins : null);
  tx.happened({
    type: 'incident.escalated',
    pageId: incident.pageId,
    incidentId: incident.id,
    actor: 'Tocsin',
    text: `${run.policy.name}, level ${rule.number}${pass === 0 ? '' : `, pass ${pass + 1}`}: ${said}`,
    data: {
      runId: run.id,
      policyId: run.policy.id,
      pass,
      rule: rule.number,
      dueAt: new Date(dueAt).toISOString(),
      reached: reached.map((member) => member.id),
      admins: admins.map((member) => member.id),
    },
  });
  if (reached.length === 0 && isLastOfPass && admins.length === 0) {
    ctx.log.error(
      { incidentId: incident.id, pageId: incident.pageId },
      'an escalation reached nobody at all',
    );
  }
  return { reached: reached.length };
}

/** `admins` is null where another rule follows. */
function sentence(reached: readonly Member[], admins: readonly Member[] | null): string {
  if (reached.length > 0) return `told ${names(reached)}.`;
  if (admins === null) return 'reached nobody; the next level is told at once.';
  return admins.length > 0
    ? `reached nobody; told the admins ${names(admins)}.`
    : 'reached nobody, and no admin has a channel.';
}

function names(members: readonly Member[]): string {
  return members.map((member) => member.name ?? member.email).join(', ');
}
