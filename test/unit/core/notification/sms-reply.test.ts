import { describe, expect, it } from 'vitest';
import { parseSmsReply } from '../../../../src/core/notification/sms-reply.ts';

describe('a reply to a page', () => {
  it.each([
    'A 12',
    'a12',
    ' A  12 ',
    'A#12',
    'A: 12',
    'ack 12',
    'Acknowledge #12',
    'A 12 thanks',
    'A 12\n-- \nAnn',
  ])('acknowledges by %j', (text) =>
    expect(parseSmsReply(text)).toEqual({ kind: 'acknowledge', number: 12 }),
  );

  it.each(['R 7', 'r7', 'Resolve 7.'])('resolves by %j', (text) =>
    expect(parseSmsReply(text)).toEqual({ kind: 'resolve', number: 7 }),
  );

  it.each([
    '',
    'A',
    '12',
    'A twelve',
    'B 12',
    'A 0',
    'A -',
    'yes please 12',
    'A 1234567890',
    'STOP',
    'Ok A 12',
  ])('does not guess at %j', (text) => expect(parseSmsReply(text)).toEqual({ kind: 'unclear' }));
});
