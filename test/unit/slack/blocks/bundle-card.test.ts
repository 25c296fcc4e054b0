import { describe, expect, it } from 'vitest';
import { bundleCard } from '../../../../src/slack/blocks/bundle-card.ts';
import { ACTIONS } from '../../../../src/slack/ids.ts';
import { incidentView, pageView, storm } from '../../../support/views.ts';
import { allTexts, buttonsOf, violations } from './limits.ts';

describe('the rolling message of a storm', () => {
  it.each([2, 31, 150, 600])('names every one of %i incidents within the limits', (count) => {
    const card = bundleCard(storm(count));
    expect(violations(card)).toEqual([]);
    const texts = allTexts(card).join('\n');
    for (let number = 1; number <= count; number += 1) expect(texts).toMatch(new RegExp(`#${number}\\b`));
    expect(texts).not.toContain('more, from');
  });

  it.each([600, 5_000])('never exceeds the limits for %i incidents with absurd names', (count) => {
    expect(violations(bundleCard(storm(count, { name: '<!channel> & '.repeat(500) })))).toEqual([]);
  });

  it('counts what does not fit, and links to the first of it', () => {
    const texts = allTexts(bundleCard(storm(5_000))).join('\n');
    const more = /and (\d+) more, from <https:\/\/tocsin\.example\/incidents\/inc_(\d+)\|#(\d+)>/.exec(texts);
    expect(more).not.toBeNull();
    expect(Number(more?.[2])).toBe(5_000 - Number(more?.[1]) + 1);
    expect(texts).toContain(`#${Number(more?.[2]) - 1}`);
  });

  it('lets each of the first incidents be moved on from where it stands', () => {
    const view = pageView({
      incidents: [
        incidentView({ id: 'inc_a', number: 1 }),
        incidentView({ id: 'inc_b', number: 2, state: 'ACKNOWLEDGED', acknowledgedBy: 'Ben' }),
        incidentView({ id: 'inc_c', number: 3, state: 'RESOLVED' }),
      ],
    });
    const card = bundleCard(view);
    expect(buttonsOf(card).map((b) => [b.action_id, b.value])).toEqual([
      [ACTIONS.acknowledge, 'inc_a'],
      [ACTIONS.resolve, 'inc_b'],
    ]);
    expect(allTexts(card).join('\n')).toContain('Acknowledged by Ben');
  });
});
