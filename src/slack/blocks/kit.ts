import type { types } from '@slack/bolt';

export type Block = types.KnownBlock;
export type Button = types.Button;

/** What `chat.postMessage` and `chat.update` take beside the channel. */
export type SlackMessage = {
  /** What notifications and old clients show; escaped. Blocks stand in its place in the conversation. */
  readonly text: string;
  /** The whole message where Slack refuses its layout; escaped. */
  readonly plain: string;
  readonly blocks: Block[];
  /** The only way to a colour bar. */
  readonly attachments?: { color: string; fallback: string; blocks: Block[] }[];
};

/** Slack's published limits, and for the sum of all block text, which is not published, one seen to pass. */
export const LIMITS = {
  blocks: 50,
  sectionText: 3_000,
  fieldText: 2_000,
  buttonValue: 2_000,
  messageText: 9_000,
} as const;

export function section(text: string): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

export function fields(texts: readonly string[]): types.SectionBlock {
  return { type: 'section', fields: texts.map((text) => ({ type: 'mrkdwn', text })) };
}

export function context(text: string): types.ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}

export function button(options: {
  label: string;
  actionId: string;
  value: string;
  style?: 'primary' | 'danger';
}): Button {
  const { label, actionId, value, style } = options;
  return {
    type: 'button',
    action_id: actionId,
    text: { type: 'plain_text', text: label },
    value,
    ...(style === undefined ? {} : { style }),
  };
}
