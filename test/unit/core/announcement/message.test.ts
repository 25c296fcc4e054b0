import { describe, expect, it } from 'vitest';
import { incidentAnnouncement } from '../../../../src/core/announcement/incident.ts';
import {
  announcementEmail,
  announcementSms,
  confirmationEmail,
  confirmationSms,
  type Announced,
} from '../../../../src/core/announcement/message.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

const base = 'https://status.example.com/public';
const announced: Announced = {
  kind: 'incident',
  announcementId: 'ann_1',
  page: { id: 'page_1', name: 'Shop', url: `${base}/shop` },
  at: asEpochMs(0),
  title: 'Identified: Cards are refused',
  text: 'Status: Identified\nAffects: Cards\n\nA bad deploy',
  url: `${base}/shop#inc_1`,
  unsubscribeUrl: `${base}/unsubscribe/${'t'.repeat(27)}`,
  note: null,
};

describe('what subscribers read of an incident', () => {
  it('is its status, its components and what is new', () => {
    const input = { name: 'Cards are refused', status: 'IDENTIFIED', message: 'A bad deploy' } as const;
    expect(incidentAnnouncement({ ...input, componentNames: ['Cards', 'Search'] })).toEqual({
      title: 'Identified: Cards are refused',
      text: 'Status: Identified\nAffects: Cards, Search\n\nA bad deploy',
    });
    expect(incidentAnnouncement({ ...input, message: '', componentNames: [] }).text).toBe(
      'Status: Identified',
    );
  });
});

describe('an announcement by e-mail', () => {
  it('names the page in its subject, in one line of bounded length', () => {
    const page = { ...announced.page, name: 'A\r\nBcc: x@example.com' };
    const { subject } = announcementEmail({ ...announced, page, title: `two\nlines ${'x'.repeat(500)}` });
    expect(subject).toMatch(/^\[A Bcc: x@example\.com\] two lines x+…$/);
    expect(subject).toHaveLength(180);
  });

  it('carries text, links and the way out, and shows markup as it was written', () => {
    const { text, html } = announcementEmail({ ...announced, text: '<b>bold</b> & "quoted"' });
    for (const part of ['<b>bold</b> & "quoted"', announced.url, announced.unsubscribeUrl]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;');
    expect(html).not.toContain('<b>');
    expect(html).toContain(`href="${announced.unsubscribeUrl}"`);
  });
});

describe('an announcement by SMS', () => {
  it('keeps its links whole and fits three segments, however much there is to say', () => {
    const page = { ...announced.page, name: 'P'.repeat(255) };
    const sms = announcementSms({ ...announced, page, title: 'T'.repeat(255), text: 'x '.repeat(5_000) });
    expect(sms.length).toBeLessThanOrEqual(459);
    expect(sms.endsWith(` ${announced.url} Stop: ${announced.unsubscribeUrl}`)).toBe(true);
    expect(announcementSms({ ...announced, text: '' })).toMatch(
      /^Shop: Identified: Cards are refused https:/,
    );
  });
});

describe('the question to confirm', () => {
  it('says which page, and carries the link', () => {
    const confirmation = { page: announced.page, confirmUrl: `${base}/confirm/c` };
    expect(confirmationEmail(confirmation)).toMatchObject({
      subject: 'Confirm your subscription to Shop',
      text: expect.stringContaining(`Confirm: ${base}/confirm/c`),
    });
    expect(confirmationSms(confirmation)).toBe(
      `Confirm that this number is to hear of incidents of Shop: ${base}/confirm/c`,
    );
  });
});
