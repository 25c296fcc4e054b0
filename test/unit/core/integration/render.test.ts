import { describe, expect, it, test } from 'vitest';
import { render } from '../../../../src/core/integration/render.ts';
import { openingWords, resolvingWords } from '../../../../src/core/integration/wording.ts';

const event = {
  state: 'FIRING' as const,
  dedupKey: 'k',
  title: 'Disk full',
  description: '97 %',
  severity: 'high',
  component: 'db1',
  url: 'https://tool.test/7',
};
const payload: unknown = JSON.parse(
  '{"a": {"b": [{"c": 7}, "two"], "d-e": true, "x.y": "dotted"}, "list": [1, 2], "n": null, "__proto__": {"p": "own"}, "constructor": "own"}',
);
const fill = (template: string, max = 1_000) => render(template, { event, payload }, max);

describe('a template', () => {
  it('is filled in with what the event says', () => {
    expect(fill('{{severity}}: {{ title }} on {{component}} ({{description}}) {{url}}')).toBe(
      'high: Disk full on db1 (97 %) https://tool.test/7',
    );
  });

  it('is filled in with what the body holds', () => {
    expect(fill('{{payload.a.b[0].c}} {{payload.a.b.1}} {{payload.a.d-e}} {{payload.list}}')).toBe(
      '7 two true 1, 2',
    );
    expect(fill('{{payload.a["d-e"]}} {{payload.a.b[0]}}')).toBe('true {"c":7}');
  });

  it.each(
    (
      'nope payload payload. payload.n payload.nope.deeper payload.list.length toString payload.__proto__ ' +
      'payload.__proto__.p payload.constructor payload.constructor.name payload.list.constructor payload.a.toString payload.list[-1] payload.list.map ' +
      '__proto__ constructor payload["__proto__"] process.env.PATH 1+1 title.length payload.prototype'
    ).split(' '),
  )('leaves nothing of {{%s}}', (name) => {
    expect(fill(`<{{${name}}}>`)).toBe('<>');
  });

  it('does not look through again what it was filled in with', () => {
    const sly = { event: { ...event, title: '{{payload.secret}} {{url}}' }, payload: { secret: 's3' } };
    expect(render('{{title}}', sly, 100)).toBe('{{payload.secret}} {{url}}');
  });

  it('leaves what is no placeholder as it is', () => {
    expect(fill('{title} {{ }} {{{title}}} ${title} }}{{')).toBe('{title}  {Disk full} ${title} }}{{');
  });

  it('ends soon after its limit, however much it asks for', () => {
    const big = {
      event,
      payload: { text: 'x'.repeat(1_000_000), list: Array.from({ length: 100_000 }, () => 1) },
    };
    const started = performance.now();
    expect(render('{{payload.text}}{{payload}}'.repeat(500), big, 255).length).toBeLessThan(1_000);
    expect(render('{{payload.nope}}'.repeat(600), big, 10_000)).toBe('');
    expect(render('{{'.repeat(5_000), big, 10_000).length).toBe(10_000);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('the words of an incident', () => {
  it('are title, description and link where no template says otherwise', () => {
    expect(openingWords(null, { event, payload })).toEqual({
      name: 'Disk full',
      message: '97 %\nhttps://tool.test/7',
    });
    expect(resolvingWords(null, { event, payload })).toEqual({ name: null, message: '97 %' });
  });

  it('are those of the template, each of its two parts for itself', () => {
    expect(openingWords({ name: '[{{severity}}] {{title}}' }, { event, payload })).toEqual({
      name: '[high] Disk full',
      message: '97 %\nhttps://tool.test/7',
    });
    expect(openingWords({ message: '' }, { event, payload })).toEqual({ name: 'Disk full', message: '' });
    expect(resolvingWords({ name: '{{title}} is over', message: 'Phew' }, { event, payload })).toEqual({
      name: 'Disk full is over',
      message: 'Phew',
    });
  });

  it('are one line of at most 255 characters, and at most 10,000', () => {
    const long = {
      event: { ...event, title: `a\n\tb ${'😀'.repeat(400)}`, description: 'y'.repeat(20_000) },
      payload,
    };
    const { name, message } = openingWords({ name: '{{title}}{{title}}' }, long);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^a b 😀+…$/u);
    expect(openingWords(null, long).message).toHaveLength(10_000);
    expect(message).toHaveLength(10_000);
  });
});

test('a template of which nothing is left does not leave an incident without a name', () => {
  expect(openingWords({ name: ' {{payload.nope}} ' }, { event, payload }).name).toBe('Disk full');
  expect(resolvingWords({ name: '{{payload.nope}}' }, { event, payload }).name).toBeNull();
});
