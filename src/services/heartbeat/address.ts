import type { Monitor } from '../ports/monitor-config.ts';

/** 256 bits. */
const TOKEN_BYTES = 32;

export function newHeartbeatToken(ctx: { readonly ids: { secret(bytes: number): string } }): string {
  return ctx.ids.secret(TOKEN_BYTES);
}

/** The address that the job of a HEARTBEAT monitor calls; null for other types. Whoever has it can speak for the job. */
export function heartbeatUrl(
  services: { readonly settings: { readonly publicUrl: string } },
  { heartbeatToken }: Pick<Monitor, 'heartbeatToken'>,
): string | null {
  return heartbeatToken === null ? null : `${services.settings.publicUrl}/heartbeat/${heartbeatToken}`;
}

/** What a monitor has by its type: a HEARTBEAT one an address and nothing to check, any other no address. */
export function heartbeatParts(
  ctx: Parameters<typeof newHeartbeatToken>[0],
  { type, url, heartbeatToken }: Pick<Monitor, 'type' | 'url' | 'heartbeatToken'>,
): Pick<Monitor, 'url' | 'heartbeatToken'> {
  if (type !== 'HEARTBEAT') return { url, heartbeatToken: null };
  return { url: null, heartbeatToken: heartbeatToken ?? newHeartbeatToken(ctx) };
}
