import type { Logger } from '../platform/logger.ts';
import type { Tell } from './tell.ts';
import type { SlackVerbs } from './verbs.ts';
import type { SlackWeb } from './web.ts';

/** What every listener works with. */
export type Deps = {
  readonly verbs: SlackVerbs;
  readonly web: SlackWeb;
  readonly tell: Tell;
  readonly log: Logger;
};
