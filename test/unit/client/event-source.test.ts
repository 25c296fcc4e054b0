import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventSourceParser } from '../../../src/client/event-source.ts';

const read = (...parts: string[]) => {
  const parser = eventSourceParser();
  return { events: parts.flatMap((part) => parser.push(part)), parser };
};

describe('a stream of server-sent events', () => {
  test('gives what a blank line ends, with its type, its data and the last id', () => {
    const { events } = read(
      ': hello\n\nid: 7\nevent: incident.opened\ndata: {"a":1}\n\ndata: second\ndata\ndata:third\n\n',
    );
    expect(events).toEqual([
      { type: 'incident.opened', data: '{"a":1}', lastEventId: '7' },
      { type: 'message', data: 'second\n\nthird', lastEventId: '7' },
    ]);
  });

  test('takes away one space behind the colon and no more', () => {
    expect(read('data:x\n\ndata: x\n\ndata:  x\n\n').events.map(({ data }) => data)).toEqual([
      'x',
      'x',
      ' x',
    ]);
  });

  test('drops what it ends in the middle of', () => {
    const { events, parser } = read('id: 1\ndata: a\n\nid: 2\ndata: b\n');
    expect(events).toHaveLength(1);
    expect(parser.lastEventId).toBe('1');
  });

  test('sets the last id by an event without data, which is no event', () => {
    const { events, parser } = read('event: nothing\nid: 9\n\ndata: x\n\n');
    expect(events).toEqual([{ type: 'message', data: 'x', lastEventId: '9' }]);
    expect(parser.lastEventId).toBe('9');
  });

  test('keeps the id where a new one holds a NUL, and forgets it where a new one is empty', () => {
    expect(read('id: 1\ndata: x\n\nid: 2\u0000\ndata: y\n\nid\ndata: z\n\n').events).toMatchObject([
      { lastEventId: '1' },
      { lastEventId: '1' },
      { lastEventId: '' },
    ]);
  });

  test('says how long to wait by digits alone', () => {
    expect(read('retry: 3000\n\n').parser.retryMs).toBe(3_000);
    expect(read('retry: 3000\nretry: 3s\nretry:\n\n').parser.retryMs).toBe(3_000);
    expect(read('data: x\n\n').parser.retryMs).toBeNull();
  });

  test('ends an event at a carriage return without waiting for what comes next', () => {
    const parser = eventSourceParser();
    expect(parser.push('data: x\r\r')).toHaveLength(1);
    expect(parser.push('\ndata: y\r\n\r\n')).toMatchObject([{ data: 'y' }]);
  });

  test('says the same in whatever pieces it comes, and by whatever line ends', () => {
    const line = fc.constantFrom(
      'data: a',
      'data:b',
      'data',
      'id: 1',
      'id: 2',
      'event: e',
      ': c',
      'x: y',
      '',
      '',
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1 }),
        (lines, end, sizes) => {
          const whole = read(lines.map((each) => `${each}\n`).join(''));
          const text = lines.map((each) => `${each}${end}`).join('');
          const parts: string[] = [];
          for (let at = 0; at < text.length;) {
            const size = sizes[parts.length % sizes.length] ?? 1;
            parts.push(text.slice(at, at + size));
            at += size;
          }
          const cut = read(...parts);
          expect(cut.events).toEqual(whole.events);
          expect(cut.parser.lastEventId).toBe(whole.parser.lastEventId);
        },
      ),
    );
  });
});
