import type { Middleware, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { Deps } from '../deps.ts';

type RevokedEvent = 'app_uninstalled' | 'tokens_revoked';

/** The workspace took our access away: nobody can be told by chat until an operator installs the app again. */
export function accessRevoked(deps: Deps): Middleware<SlackEventMiddlewareArgs<RevokedEvent>> {
  return async ({ event }) => {
    deps.log.error({ event: event.type }, 'Slack took the access away: install the app again');
  };
}
