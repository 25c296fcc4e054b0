import { expect } from 'vitest';
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

/** Slack's published limits, 9,000 characters in all, and no markup that is not ours. */
export function expectWithinLimits(message: SlackMessage): void {
  const blocks = allBlocks(message);
  expect(blocks.length).toBeLessThanOrEqual(50);
  const texts = blocks.flatMap(textsOf);
  expect(texts.join('').length).toBeLessThanOrEqual(9_000);
  for (const block of blocks) {
    if (block.type === 'section') {
      expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10);
      for (const field of block.fields ?? []) expect(field.text.length).toBeLessThanOrEqual(2_000);
      if (block.text !== undefined) expect(block.text.text.length).toBeLessThanOrEqual(3_000);
    }
    for (const text of textsOf(block)) expect(text.length).toBeGreaterThan(0);
  }
  expect(message.text.length).toBeLessThanOrEqual(3_000);
  for (const text of [...texts, message.text]) {
    const ours = text.replaceAll(/<(https:[^|<>]*|!date\^[^<>]*)\|[^<>]*>/g, '');
    expect(ours.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
  }
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
