import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../src/core/notification/channel.ts';
import { noticeChannels, noticeEmail, noticeSms } from '../../../../src/core/notification/notice.ts';
import { noticeView } from '../../../support/views.ts';

const rulesOf = (...channels: Channel[]) => channels.map((channel) => ({ channel, delayInMins: 0 }));
const allWork = () => null;

describe('the channels for a notice', () => {
  it('are those of the member’s rules in order, each once, SMS last and never a call', () => {
    const rules = rulesOf('PHONE_CALL', 'SMS', 'EMAIL', 'CHAT', 'EMAIL', 'WEBHOOK');
    expect(noticeChannels(rules, allWork)).toEqual(['EMAIL', 'CHAT', 'WEBHOOK', 'SMS']);
  });

  it('are chat, e-mail, then SMS for who has set nothing', () => {
    expect(noticeChannels(null, allWork)).toEqual(['CHAT', 'EMAIL', 'SMS']);
  });

  it('leave out what does not work', () => {
    const works = (channel: Channel) => (channel === 'SMS' ? null : 'not here');
    expect(noticeChannels(null, works)).toEqual(['SMS']);
    expect(noticeChannels(rulesOf('PHONE_CALL'), allWork)).toEqual([]);
  });
});

describe('a notice by SMS', () => {
  it('says what and what follows, in one line', () => {
    expect(noticeSms(noticeView())).toBe(
      'TOCSIN You are on call for Primary. Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ben.',
    );
  });

  it('fits two segments, whatever it says', () => {
    const text = noticeSms(noticeView({ text: 'x'.repeat(1_000) }));
    expect(text).toHaveLength(306);
    expect(text.endsWith('...')).toBe(true);
  });
});

describe('a notice by e-mail', () => {
  it('says in text what, what follows, and where there is more', () => {
    expect(noticeEmail(noticeView())).toMatchObject({
      subject: '[Tocsin] You are on call for Primary',
      text: [
        'You are on call for Primary',
        'Until Mon 2026-04-06 09:00 Europe/Berlin. You take over from Ben.',
        'More: https://tocsin.example/schedules/sch_1\n',
      ].join('\n\n'),
    });
  });

  it('names no address where there is none', () => {
    const { text, html } = noticeEmail(noticeView({ url: null }));
    expect(`${text}${html}`).not.toMatch(/More|href/);
  });

  it('escapes everything that people wrote', () => {
    const evil = `"><img src=x onerror='alert(1)'>`;
    const { html, subject } = noticeEmail({
      type: 'oncall.handoff',
      title: `a\n${evil}`,
      text: evil,
      url: evil,
    });
    expect(html).not.toContain('<img');
    expect(subject).not.toContain('\n');
  });
});
