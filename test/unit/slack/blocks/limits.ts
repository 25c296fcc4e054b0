import type { Block, Button, SlackMessage } from '../../../../src/slack/blocks/kit.ts';

/** Every block of a message, those of attachments too. */
export function allBlocks(message: SlackMessage): Block[] {
  return [...message.blocks, ...(message.attachments ?? []).flatMap((attachment) => attachment.blocks)];
}

/** Every mrkdwn text of a message but the fallbacks. */
export function allTexts(message: SlackMessage): string[] {
  return allBlocks(message).flatMap(textsOf);
}

export function buttonsOf(message: SlackMessage): Button[] {
  return allBlocks(message).flatMap((block) => {
    if (block.type === 'actions') return block.elements.filter((element) => element.type === 'button');
    if (block.type === 'section' && block.accessory?.type === 'button') return [block.accessory];
    return [];
  });
}

/** What breaks Slack's published limits, 9,000 characters in all, or lets markup through that is not ours. */
export function violations(message: SlackMessage): string[] {
  const blocks = allBlocks(message);
  const texts = blocks.flatMap(textsOf);
  const sum = texts.join('').length;
  return [
    ...(blocks.length > 50 ? [`${blocks.length} blocks`] : []),
    ...(sum > 9_000 ? [`${sum} characters`] : []),
    ...(message.text.length > 3_000 ? ['the fallback is too long'] : []),
    ...blocks.flatMap(blockViolations),
    ...[...texts, message.text].filter(hasForeignMarkup).map((text) => `markup in ${text}`),
  ];
}

function blockViolations(block: Block): string[] {
  const empty = textsOf(block).includes('') ? [`an empty text in a ${block.type}`] : [];
  if (block.type !== 'section') return empty;
  const { fields = [], text } = block;
  return [
    ...empty,
    ...(fields.length > 10 ? ['too many fields'] : []),
    ...fields.filter((field) => field.text.length > 2_000).map(() => 'a field is too long'),
    ...(text !== undefined && text.text.length > 3_000 ? ['a section is too long'] : []),
  ];
}

function hasForeignMarkup(text: string): boolean {
  const foreign = text.replaceAll(/<(https:[^|<>]*|!date\^[^<>]*)\|[^<>]*>/g, '');
  return /[&<>]/.test(foreign.replaceAll(/&(amp|lt|gt);/g, ''));
}

function textsOf(block: Block): string[] {
  if (block.type === 'section') {
    return [
      ...(block.text === undefined ? [] : [block.text.text]),
      ...(block.fields ?? []).map((f) => f.text),
    ];
  }
  if (block.type === 'context') {
    return block.elements.flatMap((element) => ('text' in element ? [element.text] : []));
  }
  return [];
}
