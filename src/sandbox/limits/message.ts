import { z } from 'zod';
import { isObject, listField } from '../json.ts';
import { SlackError } from '../slack-error.ts';
import { checkBlocks } from './blocks.ts';

const MAX_TEXT = 40_000;
const MAX_ATTACHMENTS = 100;
/** The service's own limit on the text of all blocks is not published; 11,300 characters were seen refused, 9,600 taken. */
const MAX_BLOCK_TEXT = 11_000;
/** Not published either; what goes into a message's metadata is meant to be small. */
const MAX_METADATA = 16_384;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const flatObject = z.record(z.string(), scalar);
const metadataShape = z.object({
  event_type: z.string().min(1).max(255),
  event_payload: z.record(z.string(), z.union([scalar, flatObject, z.array(z.union([scalar, flatObject]))])),
});

export type MessageContent = {
  readonly text: string;
  readonly blocks: readonly unknown[];
  readonly attachments: readonly unknown[];
  readonly metadata: unknown;
};

/** The content as the service would take it (its fallback text cut to 40,000), or a SlackError in the service's words. */
export function checkMessage(content: MessageContent): MessageContent {
  const { text, blocks, attachments, metadata } = content;
  if (text === '' && blocks.length === 0 && attachments.length === 0) throw new SlackError('no_text');
  if (attachments.length > MAX_ATTACHMENTS) throw new SlackError('too_many_attachments');
  checkBlocks(blocks, 'message', 'invalid_blocks');
  for (const attachment of attachments) {
    if (!isObject(attachment)) throw new SlackError('invalid_attachments');
    checkBlocks(listField(attachment, 'blocks'), 'message', 'invalid_blocks');
  }
  const blockText = textLength(blocks) + textLength(attachments.map((it) => listField(it, 'blocks')));
  if (blockText > MAX_BLOCK_TEXT) throw new SlackError('msg_blocks_too_long');
  if (metadata !== null) checkMetadata(metadata);
  return { ...content, text: text.slice(0, MAX_TEXT) };
}

function checkMetadata(metadata: unknown): void {
  const parsed = metadataShape.safeParse(metadata);
  if (!parsed.success)
    throw new SlackError(
      'invalid_metadata_format',
      parsed.error.issues.map((it) => it.message),
    );
  if (JSON.stringify(metadata).length > MAX_METADATA) throw new SlackError('metadata_too_large');
}

/** All that is written in `text` fields, menus' choices left out. */
function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce((sum, [key, item]) => {
    if (key === 'options' || key === 'option_groups') return sum;
    return sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item));
  }, 0);
}
