import type { Mapping, MonitoringTool, Template } from '../../core/integration/types.ts';
import { invalidAll } from '../errors.ts';
import type { Integration } from '../ports/integrations.ts';
import type { Store } from '../ports/store.ts';

/** What may be said of an integration. */
export type IntegrationInput = {
  readonly monitoringTool: MonitoringTool;
  readonly label: string | null;
  /** Ids of components of its page. */
  readonly components: readonly string[];
  readonly createTemplate: Template | null;
  readonly resolveTemplate: Template | null;
  readonly mapping: Mapping | null;
};

/** 256 bits. */
const TOKEN_BYTES = 32;

export function newToken(ctx: { readonly ids: { secret(bytes: number): string } }): string {
  return ctx.ids.secret(TOKEN_BYTES);
}

/** The address that its tool sends to. Whoever has it can open incidents. */
export function inboundUrl(
  services: { readonly settings: { readonly publicUrl: string } },
  { token }: Integration,
): string {
  return `${services.settings.publicUrl}/inbound/${token}`;
}

/** The components once each. Errors: `validation_error` naming every one that the page does not have. */
export async function requireComponents(
  store: Store,
  pageId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = ids.length === 0 ? [] : await store.components.findStored(ids);
  const own = new Set(found.filter((component) => component.pageId === pageId).map(({ id }) => id));
  const unknown = ids.flatMap((id, index) => (own.has(id) ? [] : [index]));
  if (unknown.length > 0) {
    throw invalidAll(
      unknown.map((index) => ({
        path: `components[${index}]`,
        message: 'no component of this page has that id',
      })),
    );
  }
  return [...new Set(ids)];
}
