import { z } from 'zod';
import { isObject, listField, type JsonObject } from '../json.ts';
import { SlackError } from '../slack-error.ts';
import { checkBlocks, problemsOf } from './blocks.ts';
import { plainText } from './text.ts';

const MAX_VIEW_BYTES = 250_000;

const modal = z.strictObject({
  type: z.literal('modal'),
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(3_000).optional(),
  callback_id: z.string().max(255).optional(),
  external_id: z.string().max(255).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
  submit_disabled: z.boolean().optional(),
});

/** The view as it was sent, or SlackError `invalid_arguments` naming what the service would refuse. */
export function checkView(view: unknown): JsonObject {
  if (!isObject(view)) throw new SlackError('invalid_arguments', ['[ERROR] missing required field: view']);
  const parsed = modal.safeParse(view);
  if (!parsed.success) throw new SlackError('invalid_arguments', problemsOf(parsed.error, '/view'));
  checkBlocks(view['blocks'], 'view', 'invalid_arguments');
  const asks = listField(view, 'blocks').some((block) => isObject(block) && block['type'] === 'input');
  if (asks && view['submit'] === undefined) {
    throw new SlackError('invalid_arguments', [
      '[ERROR] missing required field: submit [json-pointer:/view]',
    ]);
  }
  if (JSON.stringify(view).length > MAX_VIEW_BYTES) throw new SlackError('view_too_large');
  return view;
}
