import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPACTS, RESPONSE_STATES } from '../../../../src/core/incident/types.ts';
import { asEpochMs, MINUTE_MS } from '../../../../src/core/time/instant.ts';
import { incidentCard } from '../../../../src/slack/blocks/incident-card.ts';
import { ACTIONS } from '../../../../src/slack/ids.ts';
import { incidentView } from '../../../support/views.ts';
import { allTexts, buttonsOf, violations } from './limits.ts';

const started = incidentView().startedAt;
const later = asEpochMs(started + 72 * MINUTE_MS);
const CARD = { kind: 'CARD', why: '' } as const;
const PAGE = { kind: 'PAGE', why: 'You are on call in Backend.' } as const;

describe('the card of an incident', () => {
  it('says what, how bad, since when in the reader’s own zone, and where to look', () => {
    const texts = allTexts(incidentCard(incidentView(), CARD)).join('\n');
    expect(texts).toContain('<https://tocsin.example/incidents/inc_1|#12 checkout is down>');
    expect(texts).toContain('Major outage');
    expect(texts).toContain('<!date^1774861200^{date_short_pretty} {time}|2026-03-30 09:00 UTC>');
    expect(texts).toContain('Nobody has acknowledged yet');
    expect(texts).toContain('Checkout');
  });

  it('offers Acknowledge and Resolve, each with the incident’s id, while nobody has it', () => {
    for (const state of ['TRIGGERED', 'SNOOZED'] as const) {
      const buttons = buttonsOf(incidentCard(incidentView({ state }), CARD));
      expect(buttons.map((b) => b.action_id)).toEqual([ACTIONS.acknowledge, ACTIONS.resolve]);
      expect(buttons.map((b) => b.value)).toEqual(['inc_1', 'inc_1']);
    }
  });

  it('offers only Resolve once somebody has it, and says who and when', () => {
    const card = incidentCard(
      incidentView({ state: 'ACKNOWLEDGED', acknowledgedBy: 'Ann', acknowledgedAt: later }),
      CARD,
    );
    expect(buttonsOf(card).map((b) => b.action_id)).toEqual([ACTIONS.resolve]);
    expect(allTexts(card).join('\n')).toMatch(/Acknowledged by Ann <!date\^/);
  });

  it('has no buttons once it is resolved, and says how long it took', () => {
    const card = incidentCard(
      incidentView({ state: 'RESOLVED', status: 'RESOLVED', resolvedAt: later }),
      PAGE,
    );
    expect(buttonsOf(card)).toEqual([]);
    expect(allTexts(card).join('\n')).toContain('after 1 h 12 min');
  });

  it('tells a member why they are paged, and a channel nothing of the kind', () => {
    expect(allTexts(incidentCard(incidentView(), PAGE)).join('\n')).toContain(
      'Why you: You are on call in Backend.',
    );
    expect(allTexts(incidentCard(incidentView(), { ...CARD, why: 'secret' })).join('\n')).not.toContain(
      'secret',
    );
  });

  it('marks a page that may have arrived before', () => {
    const card = incidentCard(incidentView(), { ...PAGE, isRepeat: true });
    expect(card.text).toMatch(/^Again: /);
    expect(allTexts(card).join('\n')).toContain('may have reached you before');
  });

  it('has a colour of its own for every state', () => {
    const colours = RESPONSE_STATES.map(
      (state) => incidentCard(incidentView({ state }), CARD).attachments?.[0]?.color,
    );
    expect(new Set(colours).size).toBe(RESPONSE_STATES.length);
  });

  it('stays within Slack’s limits and leaves no markup of people in it, whatever they wrote', () => {
    const wild = fc.oneof(
      fc.constantFrom('<!channel> '.repeat(1_000), '&'.repeat(20_000), '😀'.repeat(9_000), ''),
      fc.string({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(
        fc.record({
          name: wild,
          description: wild,
          source: wild,
          pageName: wild,
          acknowledgedBy: wild,
          componentNames: fc.array(wild, { maxLength: 3 }),
          state: fc.constantFrom(...RESPONSE_STATES),
          impact: fc.constantFrom(...IMPACTS),
        }),
        wild,
        (over, why) => {
          const view = incidentView({
            ...over,
            acknowledgedAt: later,
            snoozedUntil: later,
            resolvedAt: later,
          });
          expect(violations(incidentCard(view, { kind: 'PAGE', why, isRepeat: true }))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
