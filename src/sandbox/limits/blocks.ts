import { z } from 'zod';
import { SlackError } from '../slack-error.ts';
import { isObject, listField } from '../json.ts';
import { accessory, actionElement, contextElement, inputElement } from './elements.ts';
import { anyText, identifier, plainText, webAddress } from './text.ts';

const MAX_BLOCKS_IN_MESSAGE = 50;
const MAX_BLOCKS_IN_VIEW = 100;

const common = { block_id: identifier.optional() };

const section = z
  .strictObject({
    type: z.literal('section'),
    ...common,
    text: anyText(3_000).optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((it) => it.text !== undefined || it.fields !== undefined, 'must have text or fields');
const header = z.strictObject({ type: z.literal('header'), ...common, text: plainText(150) });
const divider = z.strictObject({ type: z.literal('divider'), ...common });
const context = z.strictObject({
  type: z.literal('context'),
  ...common,
  elements: z.array(contextElement).min(1).max(10),
});
const actions = z.strictObject({
  type: z.literal('actions'),
  ...common,
  elements: z.array(actionElement).min(1).max(25),
});
const image = z.strictObject({
  type: z.literal('image'),
  ...common,
  image_url: webAddress,
  alt_text: z.string().max(2_000),
  title: plainText(2_000).optional(),
});
const markdown = z.strictObject({
  type: z.literal('markdown'),
  ...common,
  text: z.string().min(1).max(12_000),
});
// Its inner form is deep and free of limits worth checking here; the page shows its text.
const richText = z.strictObject({ type: z.literal('rich_text'), ...common, elements: z.array(z.unknown()) });
const input = z.strictObject({
  type: z.literal('input'),
  ...common,
  label: plainText(2_000),
  element: inputElement,
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});

const block = z.discriminatedUnion('type', [
  section,
  header,
  divider,
  context,
  actions,
  image,
  markdown,
  richText,
  input,
]);

const blocksIn = {
  message: z.array(block).max(MAX_BLOCKS_IN_MESSAGE),
  view: z.array(block).max(MAX_BLOCKS_IN_VIEW),
};

/**
 * Throws SlackError `code` naming each field that the chat service would refuse in `blocks`: unknown kinds and
 * fields, texts that are empty or too long, too many of anything, ids used twice.
 */
export function checkBlocks(blocks: unknown, surface: 'message' | 'view', code: string): void {
  const parsed = blocksIn[surface].safeParse(blocks);
  const problems = parsed.success ? repeatedIds(parsed.data) : problemsOf(parsed.error);
  if (problems.length > 0) throw new SlackError(code, problems);
}

/** One line a problem, with the place as a JSON pointer, as the chat service words it. */
export function problemsOf(error: z.ZodError, root = '/blocks'): string[] {
  return error.issues.map((issue) => {
    const pointer = issue.path.map((part) => `/${String(part)}`).join('');
    return `[ERROR] ${issue.message} [json-pointer:${root}${pointer}]`;
  });
}

function repeatedIds(blocks: readonly unknown[]): string[] {
  const blockIds = textsOf(blocks, 'block_id');
  const inOneBlock = blocks.flatMap((it) => repeated(textsOf(listField(it, 'elements'), 'action_id')));
  return [
    ...repeated(blockIds).map((id) => `[ERROR] \`block_id\` already exists: ${id} [json-pointer:/blocks]`),
    ...inOneBlock.map(
      (id) => `[ERROR] \`action_id\` ${id} already exists in its block [json-pointer:/blocks]`,
    ),
  ];
}

function textsOf(items: readonly unknown[], key: string): string[] {
  return items.flatMap((item) => {
    const value = isObject(item) ? item[key] : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
