import type { types } from '@slack/bolt';

/** A private answer: `text`, escaped, is what notifications show; blocks stand in its place in the conversation. */
export type Message = { readonly text: string; readonly blocks?: types.KnownBlock[] };
