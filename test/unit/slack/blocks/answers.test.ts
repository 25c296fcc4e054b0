import { describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../../src/core/time/instant.ts';
import { commandHelp, whichPage } from '../../../../src/slack/blocks/help.ts';
import {
  incidentAnswer,
  incidentList,
  LISTED_INCIDENTS,
} from '../../../../src/slack/blocks/incident-list.ts';
import { newIncidentView } from '../../../../src/slack/blocks/new-incident.ts';
import { onCallAnswer } from '../../../../src/slack/blocks/on-call.ts';
import { ACTIONS } from '../../../../src/slack/ids.ts';
import type { Message } from '../../../../src/slack/message.ts';
import type { OnCallNow } from '../../../../src/slack/verbs.ts';
import { aMember, aPage } from '../../../support/chat-builders.ts';
import { incidentView } from '../../../support/views.ts';

const AT = asEpochMs(Date.UTC(2026, 2, 30, 9, 0));
const LOUD = '<!channel> & '.repeat(200);

function schedule(over: Partial<OnCallNow> = {}): OnCallNow {
  return {
    name: 'Primary',
    timeZone: 'Europe/Berlin',
    status: 'ACTIVE',
    current: [{ member: aMember(), until: AT }],
    next: [],
    ...over,
  };
}

/** What Slack would refuse of a message, or what would ring everybody. */
function faultsOf(message: Message): string[] {
  const blocks = message.blocks ?? [];
  const faults = blocks.length > 50 ? [`${blocks.length} blocks`] : [];
  for (const block of blocks) {
    const text = block.type === 'section' ? (block.text?.text ?? '') : '';
    if (text.length > 3_000) faults.push(`a text of ${text.length}`);
  }
  return JSON.stringify(message).includes('<!channel>') ? [...faults, 'rings everybody'] : faults;
}

describe('who is on call', () => {
  it('is told schedule by schedule', () => {
    expect(
      onCallAnswer('Shop', [schedule({ next: [{ member: aMember({ name: 'Ben' }), from: null }] })]),
    ).toEqual({
      text: 'On call for Shop: Primary: Ann',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: '*On call for Shop*' } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '*Primary* (Europe/Berlin)\nNow: Ann until <!date^1774861200^{date_short_pretty} {time}|2026-03-30 09:00 UTC>\nNext: Ben',
          },
        },
      ],
    });
  });

  it('is nobody on a paused schedule and in a gap', () => {
    const said = JSON.stringify(
      onCallAnswer('Shop', [schedule({ status: 'PAUSED' }), schedule({ current: [] })]),
    );
    expect(said).toContain('Paused: nobody is on call.');
    expect(said).toContain('Now: nobody');
  });

  it('calls a member by e-mail where there is no name, and mentions only real users', () => {
    const members = [
      aMember({ name: null }),
      aMember({ chatUserId: 'U0ANN' }),
      aMember({ name: 'Eve', chatUserId: '!channel' }),
    ];
    const current = members.map((member) => ({ member, until: null }));
    expect(JSON.stringify(onCallAnswer('Shop', [schedule({ current })]))).toContain(
      'Now: ann@example.com, <@U0ANN>, Eve\\n',
    );
  });

  it('fits into a message, however much there is', () => {
    const current = Array.from({ length: 60 }, () => ({ member: aMember({ name: LOUD }), until: AT }));
    const many = Array.from({ length: 200 }, () => schedule({ name: LOUD, current, next: [] }));
    const message = onCallAnswer(LOUD, many);
    expect(faultsOf(message)).toEqual([]);
    expect(JSON.stringify(message)).toMatch(/and \d+ more schedules/);
    expect(
      faultsOf(
        onCallAnswer(
          'Shop',
          Array.from({ length: 60 }, () => schedule()),
        ),
      ),
    ).toEqual([]);
  });
});

describe('open incidents', () => {
  it('are listed with the button that moves each on', () => {
    const incidents = [
      incidentView(),
      incidentView({ id: 'inc_2', number: 13, state: 'ACKNOWLEDGED', acknowledgedBy: 'Ben' }),
    ];
    const said = JSON.stringify(incidentList('Shop', incidents, 5));
    expect(said).toContain(`"action_id":"${ACTIONS.acknowledge}"`);
    expect(said).toContain(`"action_id":"${ACTIONS.resolve}"`);
    expect(said).toContain('and 3 more');
  });

  it('are none', () => {
    expect(incidentList('Shop', [], 0).text).toBe('No open incidents on Shop.');
  });

  it('fit into a message', () => {
    const loud = Array.from({ length: LISTED_INCIDENTS }, (_, index) =>
      incidentView({ id: `inc_${index}`, name: LOUD }),
    );
    expect(faultsOf(incidentList(LOUD, loud, 100))).toEqual([]);
    const timeline = Array.from({ length: 5 }, () => ({ at: AT, text: LOUD }));
    expect(
      faultsOf(incidentAnswer({ incident: incidentView({ name: LOUD, description: LOUD }), timeline })),
    ).toEqual([]);
  });
});

describe('help', () => {
  it('says what was not understood', () => {
    const said = commandHelp('/incident', 'I do not know "<!channel>".');
    expect(said.text).toBe('I do not know "&lt;!channel&gt;".');
    expect(faultsOf(said)).toEqual([]);
  });

  it('asks for the page with what to type', () => {
    const pages = Array.from({ length: 30 }, (_, index) =>
      aPage({ id: `p${index}`, subdomain: `s${index}`, name: LOUD }),
    );
    const said = whichPage(pages, '<!channel>', '/incident list `<!channel>`');
    expect(faultsOf(said)).toEqual([]);
    expect(said.text).toBe('There is no status page "&lt;!channel&gt;". Which one?');
    expect(JSON.stringify(said)).toContain('--page s14');
    expect(JSON.stringify(said)).toContain('and 15 more');
  });
});

describe('the form for a new incident', () => {
  const place = { userId: 'U1', channel: 'C1', responseUrl: 'https://hooks.slack.example/x' };

  it('stays within the limits of a view', () => {
    const pages = Array.from({ length: 120 }, (_, index) =>
      aPage({ id: `page_${index}`, name: 'x'.repeat(255) }),
    );
    const view = newIncidentView({ pages, title: 'x'.repeat(300), description: 'y'.repeat(4_000), place });
    expect(view.title.text.length).toBeLessThanOrEqual(24);
    expect(view.submit?.text.length).toBeLessThanOrEqual(24);
    expect(view.private_metadata?.length).toBeLessThanOrEqual(3_000);
    const said = JSON.stringify(view);
    expect(said).toContain(`"initial_value":"${'x'.repeat(254)}…"`);
    expect(said).not.toContain('page_100');
    expect(said).not.toContain('x'.repeat(256));
  });

  it('does not ask for the page where there is one', () => {
    const view = newIncidentView({ pages: [aPage()], title: '', description: '', place });
    expect(JSON.stringify(view)).not.toContain('page_value');
    expect(JSON.parse(view.private_metadata ?? '')).toEqual({
      pageId: 'page_1',
      channel: 'C1',
      responseUrl: place.responseUrl,
    });
  });
});
