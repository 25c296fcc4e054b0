import type { Json } from '../product.ts';
import type { Reader } from './rows.ts';

/** What must never be found, by a sentence that says it: each query answers the rows that break it. */
const RULES: Readonly<Record<string, string>> = {
  'an incident has the event of its opening': `
    SELECT id FROM incident i WHERE NOT EXISTS
      (SELECT 1 FROM event e WHERE e.incident_id = i.id AND e.type = 'incident.opened')`,
  "an incident's status and its response agree on whether it is over": `
    SELECT id, status, response_state FROM incident WHERE (status = 'RESOLVED') <> (response_state = 'RESOLVED')`,
  'nothing waits to be sent for an incident that is over': `
    SELECT n.id, n.state FROM notification n JOIN incident i ON i.id = n.incident_id
    WHERE i.status = 'RESOLVED' AND n.state IN ('PENDING', 'HELD') AND NOT n.even_if_taken`,
  'no run works on an incident that is over': `
    SELECT r.id, r.status FROM escalation_run r JOIN incident i ON i.id = r.incident_id
    WHERE i.status = 'RESOLVED' AND r.status <> 'DONE'`,
  'the clocks of a snoozed incident stand still': `
    SELECT r.id, r.status FROM escalation_run r JOIN incident i ON i.id = r.incident_id
    WHERE i.response_state = 'SNOOZED' AND r.status IN ('ACTIVE', 'SILENCED')`,
  'a notification is of the incident of its firing': `
    SELECT n.id FROM notification n JOIN firing f ON f.id = n.firing_id WHERE f.incident_id <> n.incident_id`,
  'a firing is of the incident of its run': `
    SELECT f.id FROM firing f JOIN escalation_run r ON r.id = f.run_id WHERE f.incident_id <> r.incident_id`,
  'an incident has at most one run of a policy that works': `
    SELECT incident_id, policy_id FROM escalation_run WHERE policy_id IS NOT NULL AND status <> 'DONE'
    GROUP BY 1, 2 HAVING count(*) > 1`,
  'a monitor has at most one open incident': `
    SELECT monitor_id FROM incident WHERE monitor_id IS NOT NULL AND resolved_at IS NULL
    GROUP BY 1 HAVING count(*) > 1`,
  'a heartbeat monitor, and no other, hears, has an address and is not checked': `
    SELECT m.id, m.type FROM monitor m LEFT JOIN heartbeat h ON h.monitor_id = m.id
    WHERE (m.type = 'HEARTBEAT') <> (h.monitor_id IS NOT NULL)
      OR (m.type = 'HEARTBEAT') <> (m.heartbeat_token IS NOT NULL)
      OR m.type = 'HEARTBEAT' AND EXISTS (SELECT 1 FROM monitor_location p WHERE p.monitor_id = m.id)`,
  'nothing is awaited of a paused heartbeat monitor': `
    SELECT m.id FROM monitor m JOIN heartbeat h ON h.monitor_id = m.id WHERE m.paused AND h.due_at IS NOT NULL`,
  'a schedule has a shift': `
    SELECT id FROM schedule s WHERE NOT EXISTS (SELECT 1 FROM shift WHERE schedule_id = s.id)`,
  'a shift has a member': `
    SELECT id FROM shift s WHERE NOT EXISTS (SELECT 1 FROM shift_member WHERE shift_id = s.id)`,
  'a policy has a rule': `
    SELECT id FROM escalation_policy p WHERE NOT EXISTS (SELECT 1 FROM escalation_rule WHERE policy_id = p.id)`,
  'the rules of a policy are numbered without a gap': `
    SELECT policy_id FROM escalation_rule GROUP BY 1 HAVING max("order") - min("order") + 1 <> count(*)`,
  'the shifts of a schedule are numbered without a gap': `
    SELECT schedule_id FROM shift GROUP BY 1 HAVING max("order") - min("order") + 1 <> count(*)`,
  'the members of a shift are numbered without a gap': `
    SELECT shift_id FROM shift_member GROUP BY 1 HAVING max("order") - min("order") + 1 <> count(*)`,
  'groups of monitors are a tree': `
    WITH RECURSIVE up AS (
      SELECT id, parent_id, 1 AS depth FROM monitor_group
      UNION ALL SELECT up.id, g.parent_id, depth + 1 FROM up JOIN monitor_group g ON g.id = up.parent_id WHERE depth < 200)
    SELECT DISTINCT id FROM up WHERE depth >= 200`,
  'a group of components is in no group': `
    SELECT c.id FROM component c JOIN component g ON g.id = c.group_id WHERE g.group_id IS NOT NULL`,
  'a rule of a policy names a member who is there': namesNobody('escalation_action'),
  'a routing rule names a member who is there': namesNobody('routing_action'),
  'a rule of a policy names a team or a schedule that is there': namesNothing('escalation_action'),
  'a routing rule names a team or a schedule that is there': namesNothing('routing_action'),
  'work that was promised is there once': `
    SELECT kind, subject_id FROM outbox WHERE done_at IS NULL GROUP BY 1, 2 HAVING count(*) > 1`,
};

function namesNobody(table: 'escalation_action' | 'routing_action'): string {
  return `SELECT a.id, a.target_id FROM ${table} a
    WHERE a.type = 'NOTIFY_WORKSPACE_MEMBER' AND a.target_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM member m WHERE m.id = a.target_id OR m.email = lower(a.target_id))`;
}

function namesNothing(table: 'escalation_action' | 'routing_action'): string {
  return `SELECT a.id, a.type, a.target_id FROM ${table} a
    WHERE a.type <> 'NOTIFY_WORKSPACE_MEMBER' AND a.target_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM team WHERE id = a.target_id AND a.type = 'NOTIFY_TEAM')
    AND NOT EXISTS (SELECT 1 FROM schedule WHERE id = a.target_id AND a.type <> 'NOTIFY_TEAM')`;
}

type Reference = { table: string; column: string; target: string; nullable: boolean };

/** Every breach of what holds at rest, as text: empty where all is well. */
export async function breaches(reader: Reader): Promise<string[]> {
  const found: string[] = [];
  const expectNone = async (rule: string, statement: string) => {
    const rows = await reader.query(`${statement} LIMIT 3`);
    for (const row of rows) found.push(`${rule}: ${JSON.stringify(row)}`);
  };
  for (const [rule, statement] of Object.entries(RULES)) await expectNone(rule, statement);
  const references = (await reader.query(REFERENCES)) as Reference[];
  const owners = new Set(
    (await reader.query(OWNERS))
      .filter(({ table }: Json) => table !== 'audit_entry')
      .map(({ table }) => table),
  );
  for (const { table, column, target } of references) {
    const [own, theirs] = [pageOf(table, 't', references, owners), pageOf(target, 'u', references, owners)];
    if (own === null || theirs === null || target === 'page') continue;
    await expectNone(
      `${table}.${column} names something of its own page`,
      `SELECT t."${column}" FROM "${table}" t JOIN "${target}" u ON u.id = t."${column}" WHERE ${own} IS DISTINCT FROM ${theirs}`,
    );
  }
  return found;
}

const REFERENCES = `
  SELECT k.conrelid::regclass::text AS table, a.attname::text AS column, k.confrelid::regclass::text AS target,
    NOT a.attnotnull AS nullable
  FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY 1, 2`;
const OWNERS = `
  SELECT table_name AS table FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'page_id' ORDER BY 1`;

/** An expression for the page that a row belongs to, by its own column or by what it belongs to; null: to none. */
function pageOf(
  table: string,
  alias: string,
  references: readonly Reference[],
  owners: ReadonlySet<string>,
): string | null {
  const name = table.replaceAll('"', '');
  if (name === 'page') return null;
  if (owners.has(name)) return `${alias}.page_id`;
  const up = references.find((one) => one.table.replaceAll('"', '') === name && !one.nullable);
  if (up === undefined) return null;
  const inner = `${alias}x`;
  const theirs = pageOf(up.target, inner, references, owners);
  if (theirs === null) return null;
  return `(SELECT ${theirs} FROM "${up.target.replaceAll('"', '')}" ${inner} WHERE ${inner}.id = ${alias}."${up.column}")`;
}
