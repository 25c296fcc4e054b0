import { describe, expect, it } from 'vitest';
import { actionJson, controlsOf, stateValues } from '../../../src/sandbox/person/elements.ts';

const option = (value: string) => ({ text: { type: 'plain_text', text: value.toUpperCase() }, value });
const input = (block_id: string, element: Record<string, unknown>) => ({
  type: 'input',
  block_id,
  element: { action_id: 'a', ...element },
});

describe('the state of a view', () => {
  it.each([
    ['static_select', { options: [option('x'), option('y')] }, 'y', { selected_option: option('y') }],
    ['static_select', { option_groups: [{ options: [option('x')] }] }, 'x', { selected_option: option('x') }],
    ['static_select', { options: [option('x')] }, 'made up', { selected_option: null }],
    [
      'multi_static_select',
      { options: [option('x'), option('y')] },
      ['y'],
      { selected_options: [option('y')] },
    ],
    ['checkboxes', { options: [option('x')] }, undefined, { selected_options: [] }],
    ['radio_buttons', { options: [option('x')] }, 'x', { selected_option: option('x') }],
    ['users_select', {}, 'U1', { selected_user: 'U1' }],
    ['multi_users_select', {}, ['U1'], { selected_users: ['U1'] }],
    ['datepicker', {}, '2026-03-30', { selected_date: '2026-03-30' }],
    ['datetimepicker', {}, 1_774_861_200, { selected_date_time: 1_774_861_200 }],
    ['plain_text_input', {}, '', { value: null }],
    ['plain_text_input', {}, 'text', { value: 'text' }],
  ])('reads a %s', (type, element, raw, expected) => {
    const blocks = [input('b', { type, ...element })];
    expect(stateValues(blocks, { b: { a: raw } })).toEqual({ b: { a: { type, ...expected } } });
  });

  it('leaves out what holds no value: buttons and menus that only act', () => {
    const blocks = [
      {
        type: 'actions',
        block_id: 'b',
        elements: [
          { type: 'button', action_id: 'x' },
          { type: 'overflow', action_id: 'y', options: [option('o')] },
        ],
      },
    ];
    expect(stateValues(blocks, {})).toEqual({});
  });
});

describe('what is pressed', () => {
  it('is found wherever it stands in its block', () => {
    const blocks = [
      { type: 'section', block_id: 's', accessory: { type: 'button', action_id: '1' } },
      { type: 'actions', block_id: 'a', elements: [{ type: 'button', action_id: '2' }] },
      input('i', { type: 'plain_text_input', action_id: '3' }),
    ];
    expect(controlsOf(blocks).map((it) => [it.blockId, it.actionId])).toEqual([
      ['s', '1'],
      ['a', '2'],
      ['i', '3'],
    ]);
  });

  it('is told with its own words and the option that was chosen', () => {
    const element = { type: 'overflow', action_id: 'more', options: [option('x')] };
    expect(actionJson({ blockId: 'b', actionId: 'more', element }, 'x', '1.000000')).toEqual({
      type: 'overflow',
      block_id: 'b',
      action_id: 'more',
      selected_option: option('x'),
      action_ts: '1.000000',
    });
  });
});
