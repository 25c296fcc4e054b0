import type { SandboxStore } from '../store.ts';
import type { Triggers } from '../triggers.ts';
import type { Views } from '../views.ts';
import type { Workspace } from '../workspace.ts';
import type { CallArgs } from './call-args.ts';

/** What the methods work on. */
export type ApiContext = {
  readonly workspace: Workspace;
  readonly store: SandboxStore;
  readonly triggers: Triggers;
  readonly views: Views;
};

/** One method: its answer without `ok`, or a SlackError. */
export type Method = (context: ApiContext, args: CallArgs) => Promise<Record<string, unknown>>;
