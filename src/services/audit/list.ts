import type { Context } from '../context.ts';
import type { AuditEntry, AuditFilter } from '../ports/audit-log.ts';

/** For how long entries are kept, in days: a whole year, and time to look back at it. */
export const AUDIT_KEPT_DAYS = 400;

/** Who changed what on a page, or (null) of what belongs to no page; newest first. */
export async function listAuditLog(
  ctx: Context,
  input: AuditFilter & { pageId: string | null; offset: number; limit: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { pageId, ...options } = input;
  return ctx.read.auditLog.list(pageId, options);
}
