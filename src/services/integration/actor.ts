import type { Actor } from '../context.ts';
import type { Integration } from '../ports/integrations.ts';

/** An integration as the one who opens and resolves; timelines call it by its label, or else by its tool. */
export function actorOf(integration: Integration): Actor {
  return { kind: 'integration', integrationId: integration.id, name: titleOf(integration) };
}

/** What an integration is called. */
export function titleOf({ label, monitoringTool }: Integration): string {
  return label || monitoringTool;
}
