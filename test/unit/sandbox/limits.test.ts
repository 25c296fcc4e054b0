import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../src/sandbox/limits/message.ts';
import { checkView } from '../../../src/sandbox/limits/view.ts';
import { SlackError } from '../../../src/sandbox/slack-error.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const x = (length: number) => 'x'.repeat(length);
const button = (over: object) => ({ type: 'button', action_id: 'a', text: plain('Go'), ...over });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const option = (value: string) => ({ text: plain('o'), value });
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error instanceof SlackError ? error.code : 'broken';
  }
};
const message = (over: object) => ({
  text: 'fallback',
  blocks: [],
  attachments: [],
  metadata: null,
  ...over,
});
const withBlocks = (...blocks: unknown[]): string => codeOf(() => checkMessage(message({ blocks })));

describe('a message', () => {
  it.each([
    ['50 blocks', Array.from({ length: 50 }, () => ({ type: 'divider' }))],
    ['a section of 3,000', [{ type: 'section', text: { type: 'mrkdwn', text: x(3_000) } }]],
    ['a header of 150', [{ type: 'header', text: plain(x(150)) }]],
    ['a button of 75 with a value of 2,000', [actions(button({ text: plain(x(75)), value: x(2_000) }))]],
    ['an action_id of 255', [actions(button({ action_id: x(255) }))]],
    ['25 elements', [actions(...Array.from({ length: 25 }, (_, n) => button({ action_id: `a${n}` })))]],
    [
      '100 options',
      [
        actions({
          type: 'static_select',
          action_id: 's',
          options: Array.from({ length: 100 }, (_, n) => option(`${n}`)),
        }),
      ],
    ],
  ])('with %s is taken', (_what, blocks) => {
    expect(withBlocks(...blocks)).toBe('taken');
  });

  it.each([
    ['a button over 75', actions(button({ text: plain(x(76)) }))],
    ['a value over 2,000', actions(button({ value: x(2_001) }))],
    ['an action_id over 255', actions(button({ action_id: x(256) }))],
    ['markup where only plain text may be', { type: 'header', text: { type: 'mrkdwn', text: 'x' } }],
    ['26 elements', actions(...Array.from({ length: 26 }, (_, n) => button({ action_id: `a${n}` })))],
    ['an action_id twice in one block', actions(button({}), button({}))],
    [
      '101 options',
      actions({
        type: 'static_select',
        action_id: 's',
        options: Array.from({ length: 101 }, (_, n) => option(`${n}`)),
      }),
    ],
    [
      '6 entries in an overflow menu',
      actions({
        type: 'overflow',
        action_id: 'o',
        options: Array.from({ length: 6 }, (_, n) => option(`${n}`)),
      }),
    ],
    ['11 fields', { type: 'section', fields: Array.from({ length: 11 }, () => plain('x')) }],
    ['a section without text or fields', { type: 'section' }],
    [
      'a confirmation titled over 100',
      actions(
        button({
          confirm: { title: plain(x(101)), text: plain('x'), confirm: plain('y'), deny: plain('n') },
        }),
      ),
    ],
    ['a field that does not exist', { type: 'divider', colour: 'red' }],
    ['a kind that does not exist', { type: 'marquee' }],
  ])('with %s is refused', (_what, block) => {
    expect(withBlocks(block)).toBe('invalid_blocks');
  });

  it('is refused for a block_id that is used twice, and for what its attachments hold', () => {
    expect(withBlocks({ type: 'divider', block_id: 'b' }, { type: 'divider', block_id: 'b' })).toBe(
      'invalid_blocks',
    );
    const attachments = [{ color: '#fff', blocks: [{ type: 'marquee' }] }];
    expect(codeOf(() => checkMessage(message({ attachments })))).toBe('invalid_blocks');
  });

  it('carries flat metadata only', () => {
    const payload = { key: 'k', count: 1, ids: ['a'], rows: [{ id: 1 }] };
    expect(
      codeOf(() => checkMessage(message({ metadata: { event_type: 'page', event_payload: payload } }))),
    ).toBe('taken');
    const deep = { event_type: 'page', event_payload: { a: { b: { c: 1 } } } };
    expect(codeOf(() => checkMessage(message({ metadata: deep })))).toBe('invalid_metadata_format');
    const large = { event_type: 'page', event_payload: { key: x(20_000) } };
    expect(codeOf(() => checkMessage(message({ metadata: large })))).toBe('metadata_too_large');
  });

  it('loses what its text has above 40,000 characters', () => {
    expect(checkMessage(message({ text: x(50_000) })).text).toHaveLength(40_000);
  });
});

describe('a view', () => {
  const view = { type: 'modal', title: plain('Title'), blocks: [{ type: 'divider' }] };
  const input = {
    type: 'input',
    label: plain('Name'),
    element: { type: 'plain_text_input', action_id: 'a' },
  };

  it.each([
    ['100 blocks', { blocks: Array.from({ length: 100 }, () => ({ type: 'divider' })) }],
    ['a title of 24', { title: plain(x(24)) }],
    ['private metadata of 3,000', { private_metadata: x(3_000) }],
    ['an input and a way to submit it', { blocks: [input], submit: plain('Go') }],
  ])('with %s is taken', (_what, over) => {
    expect(codeOf(() => checkView({ ...view, ...over }))).toBe('taken');
  });

  it.each([
    ['101 blocks', { blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }],
    ['a title over 24', { title: plain(x(25)) }],
    ['a submit over 24', { submit: plain(x(25)) }],
    ['private metadata over 3,000', { private_metadata: x(3_001) }],
    ['a callback_id over 255', { callback_id: x(256) }],
    ['an input and no way to submit it', { blocks: [input] }],
  ])('with %s is refused', (_what, over) => {
    expect(codeOf(() => checkView({ ...view, ...over }))).toBe('invalid_arguments');
  });
});
