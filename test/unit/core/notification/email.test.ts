import { describe, expect, it } from 'vitest';
import { emailContent } from '../../../../src/core/notification/email.ts';
import { incidentView, pageView, storm } from '../../../support/views.ts';

describe('an e-mail about an incident', () => {
  it('says in text what, since when, why, and where to acknowledge', () => {
    expect(emailContent(pageView()).text).toBe(
      [
        '#12 checkout is down',
        'Impact: major outage\nSince: Mon 2026-03-30 09:00 UTC\nPage: Shop\nAffects: Checkout\nEscalation level: 1',
        'Every payment fails.',
        'Why you: You are on call in Backend.',
        'Acknowledge: https://tocsin.example/acknowledge/signed-token',
        'Open the incident: https://tocsin.example/incidents/inc_1\n',
      ].join('\n\n'),
    );
  });

  it('has a button that leads to the acknowledgement, and none where there is nothing to lead to', () => {
    expect(emailContent(pageView()).html).toContain('href="https://tocsin.example/acknowledge/signed-token"');
    expect(emailContent(pageView({ acknowledgeUrl: null })).html).not.toContain('Acknowledge');
  });

  it('escapes everything that people wrote', () => {
    const evil = `"><img src=x onerror='alert(1)'>&`;
    const view = pageView({
      incidents: [
        incidentView({
          name: evil,
          description: evil,
          pageName: evil,
          componentNames: [evil],
          url: `https://x/?${evil}`,
        }),
      ],
      why: evil,
      acknowledgeUrl: `https://x/?${evil}`,
    });
    const { html } = emailContent(view);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('">&lt;');
    expect(html).not.toContain(evil);
  });

  it('keeps its subject whatever happens to the incident, on one line', () => {
    const before = emailContent(pageView({ incidents: [incidentView({ name: 'a\r\nb' })] }));
    const after = emailContent(
      pageView({
        incidents: [incidentView({ name: 'a\r\nb', state: 'ACKNOWLEDGED', impact: 'OPERATIONAL' })],
        isRepeat: true,
      }),
    );
    expect(after.subject).toBe(before.subject);
    expect(before.subject).toBe('[Tocsin] #12 a b');
  });

  it('marks a page that may have arrived before', () => {
    const { text, html } = emailContent(pageView({ isRepeat: true }));
    expect(text).toMatch(/^This message may have reached you before\./);
    expect(html).toContain('may have reached you before');
  });

  it('names every incident of a storm with its address', () => {
    const { text, html, subject } = emailContent(storm(40));
    for (let number = 1; number <= 40; number += 1) {
      expect(text).toContain(`#${number} service ${number} is down`);
      expect(html).toContain(`href="https://tocsin.example/incidents/inc_${number}"`);
    }
    expect(subject).toMatch(/^\[Tocsin\] 40 incidents: #1, #2/);
  });
});
