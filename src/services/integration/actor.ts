import type { Actor } from '../context.ts';
import type { Integration } from '../ports/integrations.ts';

/** An integration as the one who opens and resolves; timelines call it by its label, or else by its tool. */
export function actorOf({ id, label, monitoringTool }: Integration): Actor {
  return { kind: 'integration', integrationId: id, name: label || monitoringTool };
}
