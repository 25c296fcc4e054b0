import { describe, expect, it } from 'vitest';
import { parseSubmission } from '../../../../src/slack/views/submission.ts';

type View = Parameters<typeof parseSubmission>[0];

function view(values: Record<string, Record<string, object>>, metadata = ''): View {
  return { private_metadata: metadata, state: { values } } as View;
}
const text = (value: string | null) => ({ type: 'plain_text_input', value });
const option = (value: string) => ({ type: 'static_select', selected_option: { value } });
const ORIGIN = JSON.stringify({ pageId: 'page_1', channel: 'C1', responseUrl: 'https://slack.example/r' });

describe('the form for a new incident', () => {
  it('is read with its origin', () => {
    const form = view(
      {
        name: { name_value: text('checkout\n is  down') },
        description: { description_value: text('since\nnine') },
        impact: { impact_value: option('PARTIALOUTAGE') },
      },
      ORIGIN,
    );
    expect(parseSubmission(form)).toEqual({
      ok: true,
      incident: {
        pageId: 'page_1',
        name: 'checkout is down',
        description: 'since\nnine',
        impact: 'PARTIALOUTAGE',
      },
      origin: JSON.parse(ORIGIN),
    });
  });

  it('treats an impact that nobody chose as the worst', () => {
    const form = view({ name: { name_value: text('x') } }, ORIGIN);
    expect(parseSubmission(form)).toMatchObject({
      ok: true,
      incident: { impact: 'MAJOROUTAGE', description: '' },
    });
  });

  it.each(['', 'no json', '{"pageId":7}'])('asks for the page when it remembers %j', (metadata) => {
    const form = view({ name: { name_value: text('x') } }, metadata);
    expect(parseSubmission(form)).toMatchObject({ ok: false, errors: { page: expect.any(String) } });
    const chosen = view(
      { name: { name_value: text('x') }, page: { page_value: option('page_2') } },
      metadata,
    );
    expect(parseSubmission(chosen)).toMatchObject({ ok: true, incident: { pageId: 'page_2' } });
  });

  it.each([null, '', ' \n '])('refuses the title %j', (name) => {
    const form = view({ name: { name_value: text(name) } }, ORIGIN);
    expect(parseSubmission(form)).toMatchObject({ ok: false, errors: { name: expect.any(String) } });
  });

  it('refuses a title over 255 characters and an impact that it did not offer', () => {
    const form = view(
      { name: { name_value: text('x'.repeat(256)) }, impact: { impact_value: option('OPERATIONAL') } },
      ORIGIN,
    );
    expect(parseSubmission(form)).toMatchObject({
      ok: false,
      errors: { name: expect.stringContaining('255'), impact: expect.any(String) },
    });
  });
});
