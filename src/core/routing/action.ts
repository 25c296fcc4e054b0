/** Whom a routing rule or an escalation rule tells. */
export const ACTION_TYPES = [
  'NOTIFY_TEAM',
  'NOTIFY_WORKSPACE_MEMBER',
  'NOTIFY_CURRENT_ON_CALL_USER',
  'NOTIFY_NEXT_ON_CALL_USER',
  'NOTIFY_ALL_ON_CALL_MEMBERS',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];
