import { describe, expect, it, test } from 'vitest';
import { readEvent } from '../../../../src/core/integration/read-event.ts';
import type { InboundEvent, Mapping } from '../../../../src/core/integration/types.ts';

function read(body: unknown, mapping: Mapping | null = null): InboundEvent {
  const reading = readEvent(body, mapping);
  if (reading.kind === 'unread') throw new Error(reading.reason);
  return reading.event;
}

function whyNot(body: unknown, mapping: Mapping | null = null): string {
  const reading = readEvent(body, mapping);
  return reading.kind === 'unread' ? reading.reason : 'it was read';
}

describe('the common names', () => {
  it('are found whatever their case and punctuation', () => {
    const event = {
      state: 'RESOLVED',
      title: 'Disk full',
      description: '97 %',
      dedupKey: '7',
      severity: 'warning',
      component: 'db1',
      url: 'https://tool.test/7',
    };
    expect(
      read({
        title: 'Disk full',
        description: '97 %',
        dedupKey: '7',
        status: 'resolved',
        severity: 'warning',
        host: 'db1',
        url: 'https://tool.test/7',
      }),
    ).toEqual(event);
    expect(
      read({
        Alert_Name: 'Disk full',
        DETAILS: '97 %',
        'alert-id': 7,
        State: 'Closed',
        Priority: 'warning',
        hostName: 'db1',
        html_url: 'https://tool.test/7',
      }),
    ).toEqual(event);
  });

  it('are found in what tools put an alert into', () => {
    const body = {
      event_action: 'trigger',
      dedup_key: 'k',
      payload: { summary: 'Queue is long', severity: 'critical', source: 'mq', id: 'another each time' },
    };
    expect(read(body)).toMatchObject({
      state: 'FIRING',
      title: 'Queue is long',
      dedupKey: 'k',
      severity: 'critical',
      component: 'mq',
    });
    expect(read({ alert: { id: 'a1', name: 'x' }, event: 'incident.resolved' })).toMatchObject({
      state: 'RESOLVED',
      dedupKey: 'a1',
    });
    expect(read({ title: 'x', event: { id: 'e1' } }).dedupKey).toBe('["x",""]');
  });

  it('count only where a text stands under them', () => {
    expect(read({ title: { en: 'no' }, subject: '  ', message: 'It broke' })).toMatchObject({
      title: 'It broke',
      description: '',
    });
    expect(read({ title: 'x', details: { disk: 97 }, url: 'javascript:alert(1)' })).toMatchObject({
      description: '{"disk":97}',
      url: '',
    });
  });
});

describe('the state', () => {
  it('is firing where nothing is said or the word is not known', () => {
    expect(read({ title: 'x' }).state).toBe('FIRING');
    expect(read({ title: 'x', status: 'wobbly' }).state).toBe('FIRING');
    expect(read({ title: 'x', status: 500 }).state).toBe('FIRING');
  });

  it('is said by the first word that is known', () => {
    expect(read({ title: 'x', status: 'wobbly', action: 'resolved' }).state).toBe('RESOLVED');
    expect(read({ title: 'x', status: 'acknowledged', action: 'resolved' }).state).toBe('NEITHER');
  });
});

describe('a mapping', () => {
  it('says where each field is, and what it does not name keeps its common names', () => {
    const body = {
      a: [{ t: 'Too slow' }, { t: 'Too hot' }],
      q: { up: 'down' },
      severity: 'high',
      title: 'no',
    };
    expect(read(body, { title: '$.a[*].t', status: '$.q.up', dedupKey: "$['q']['up']" })).toMatchObject({
      title: 'Too slow, Too hot',
      state: 'FIRING',
      dedupKey: 'down',
      severity: 'high',
    });
    expect(read([{ t: 'In a list', s: 'ok' }], { title: '$[0].t', status: '$[0].s' })).toMatchObject({
      title: 'In a list',
      state: 'RESOLVED',
    });
  });

  it('that finds nothing is not replaced by a guess', () => {
    expect(whyNot({ title: 'x' }, { title: '$.nope' })).toContain('$.nope');
    expect(read({ title: 'x', severity: 'low' }, { severity: '$.nope' }).severity).toBe('');
  });
});

test('without a key of its own, title and component say which alert it is', () => {
  const on = (host: string, status: string) => read({ title: 'CPU', host, status }).dedupKey;
  expect(on('a', 'firing')).toBe(on('a', 'resolved'));
  expect(on('a', 'firing')).not.toBe(on('b', 'firing'));
});

test('a firing event needs a title, a resolved one a title or a key', () => {
  expect(whyNot({ dedupKey: 'k', status: 'firing' })).toContain('No title');
  expect(whyNot({ status: 'resolved' })).toContain('No title');
  expect(whyNot([{ title: 'x' }])).toContain('list');
  expect(read({ dedupKey: 'k', status: 'resolved' })).toMatchObject({ state: 'RESOLVED', title: '' });
});

test('names of the language are nothing that a body says', () => {
  const body: unknown = JSON.parse('{"__proto__": {"title": "x"}, "constructor": {"title": "y"}}');
  expect(whyNot(body)).toContain('No title');
  expect(whyNot({}, { title: '$.constructor.name' })).toContain('No title');
  expect(whyNot({}, { title: '$.__proto__' })).toContain('No title');
});

test('what no database stores and nobody reads is no text', () => {
  expect(read({ title: '\u0000 Disk\u0007 full\ud800 ' }).title).toBe('Disk  full\ufffd');
  expect(whyNot({ title: '\u0000\u0001' })).toContain('No title');
});
