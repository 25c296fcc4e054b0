import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  familyWindowOf,
  HttpUrl,
  InstantIn,
  isoOf,
  Name,
  paging,
  pagingOf,
  QueryBoolean,
  Text,
  windowOf,
} from '../../../../src/http/schemas/common.ts';
import { Phone } from '../../../../src/http/schemas/members.ts';

describe('an instant in a request', () => {
  it.each([
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00.123456Z', '2026-01-31T09:00:00.123Z'],
    ['2026-01-31T09:00:00+05:30', '2026-01-31T03:30:00.000Z'],
    ['1970-01-01T21:00:00.000Z', '1970-01-01T21:00:00.000Z'],
  ])('reads %s', (text, iso) => expect(isoOf(InstantIn.parse(text))).toBe(iso));

  it.each([
    '2026-01-31',
    '2026-01-31T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-01-31T24:00:00Z',
    '0000-01-01T00:00:00Z',
    'now',
    '',
    1738314000000,
    null,
  ])('refuses %j', (value) => expect(InstantIn.safeParse(value).success).toBe(false));
});

describe('paging', () => {
  const Query = z.object(paging);

  it('has its defaults and counts the pages', () => {
    expect(windowOf(Query.parse({}))).toEqual({ page: 1, limit: 100, offset: 0 });
    const window = windowOf(Query.parse({ page: '3', limit: '10' }));
    expect(window.offset).toBe(20);
    expect(pagingOf(window, 21)).toEqual({ total: 21, page: 3, totalPages: 3, limit: 10 });
    expect(pagingOf(window, 0).totalPages).toBe(0);
    expect(familyWindowOf({}).limit).toBe(50);
  });

  it.each(['0', '-1', '1.5', '1e3', ' 1', '', 'x', '0x10'])('refuses page=%j and limit=%j', (value) => {
    expect(Query.safeParse({ page: value }).success).toBe(false);
    expect(Query.safeParse({ limit: value }).success).toBe(false);
  });

  it('refuses a limit above 1000 and a repeated one', () => {
    expect(Query.safeParse({ limit: '1000' }).success).toBe(true);
    expect(Query.safeParse({ limit: '1001' }).success).toBe(false);
    expect(Query.safeParse({ limit: ['1', '2'] }).success).toBe(false);
  });

  it('answers a page far behind the end with an offset that the database takes', () => {
    expect(windowOf(Query.parse({ page: '999999999999999' })).offset).toBeLessThan(2 ** 31);
  });
});

it('takes booleans in a query as true and false only', () => {
  expect(QueryBoolean.parse('true')).toBe(true);
  expect(QueryBoolean.parse('false')).toBe(false);
  for (const text of ['1', '0', 'yes', 'TRUE', '', true])
    expect(QueryBoolean.safeParse(text).success).toBe(false);
});

it('bounds names and texts', () => {
  expect(Name.safeParse('').success).toBe(false);
  expect(Name.safeParse('x'.repeat(255)).success).toBe(true);
  expect(Name.safeParse('x'.repeat(256)).success).toBe(false);
  expect(Text.safeParse('').success).toBe(true);
  expect(Text.safeParse('x'.repeat(10_001)).success).toBe(false);
});

it('takes http(s) addresses and no others', () => {
  for (const url of ['http://a.test', 'https://a.test:8443/x?y=1#z', 'http://[::1]:1/']) {
    expect(HttpUrl.safeParse(url).success).toBe(true);
  }
  for (const url of [
    '',
    'a.test',
    'ftp://a.test',
    'javascript:alert(1)',
    'http://',
    'https:// a',
    'http://a:99999',
  ]) {
    expect(HttpUrl.safeParse(url).success).toBe(false);
  }
});

it('takes phone numbers as E.164 writes them', () => {
  for (const number of ['+4930123456', '+15005550006', '+442079460958']) {
    expect(Phone.safeParse(number).success).toBe(true);
  }
  for (const number of [
    '',
    '030123456',
    '+0123456789',
    '+49 30 123456',
    '4930123456',
    '+1',
    '+49301234567890123',
  ]) {
    expect(Phone.safeParse(number).success).toBe(false);
  }
});
