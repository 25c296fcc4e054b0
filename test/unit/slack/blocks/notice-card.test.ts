import { describe, expect, it } from 'vitest';
import { noticeCard } from '../../../../src/slack/blocks/notice-card.ts';
import { noticeView } from '../../../support/views.ts';
import { allTexts, buttonsOf, violations } from './limits.ts';

describe('a notice in Slack', () => {
  it('is its title in bold, its text, and a link', () => {
    const card = noticeCard(noticeView());
    expect(card.text).toBe('You are on call for Primary');
    expect(card.blocks).toEqual([
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: [
            '*You are on call for Primary*',
            'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ben.',
            '<https://tocsin.example/schedules/sch_1|Open in the browser>',
          ].join('\n'),
        },
      },
    ]);
    expect(buttonsOf(card)).toEqual([]);
  });

  it('stays within Slack’s limits and leaves no markup of people in it, whatever they wrote', () => {
    const evil = '<!channel> <https://evil.example|click> &amp; '.repeat(300);
    const card = noticeCard(noticeView({ title: evil, text: evil }));
    expect(violations(card)).toEqual([]);
    expect(allTexts(card).join('\n')).not.toContain('<!channel>');
  });
});
