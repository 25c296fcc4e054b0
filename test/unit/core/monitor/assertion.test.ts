import { describe, expect, test } from 'vitest';
import {
  ASSERTION_TYPES,
  normalizeAssertionType,
  validateAssertion,
  type AssertionType,
  type MonitorAssertion,
} from '../../../../src/core/monitor/assertion.ts';

function anAssertion(fields: Partial<MonitorAssertion> = {}): MonitorAssertion {
  return { type: 'STATUS_CODE', comparison: 'EQUALS', selector: null, value: '200', ...fields };
}

describe('normalizeAssertionType', () => {
  test.each<[string, AssertionType]>([
    ['STATUSCODE', 'STATUS_CODE'],
    ['RESPONSETIME', 'RESPONSE_TIME'],
    ['JSONBODY', 'JSON_BODY'],
    ...ASSERTION_TYPES.map((type): [string, AssertionType] => [type, type]),
  ])('reads %s as %s', (spelling, type) => {
    expect(normalizeAssertionType(spelling)).toBe(type);
  });

  test('knows no other type', () => {
    expect(normalizeAssertionType('COLOUR')).toBeNull();
  });
});

describe('validateAssertion', () => {
  test.each([
    anAssertion(),
    anAssertion({ type: 'HEADERS', selector: 'X-Request-Id' }),
    anAssertion({ type: 'HEADERS', comparison: 'HAS_KEY', selector: null, value: 'etag' }),
    anAssertion({ type: 'JSON_BODY', selector: "$.items[?@.name == 'a'].id" }),
    anAssertion({ type: 'JSON_BODY', selector: null, comparison: 'NOT_NULL' }),
    anAssertion({ type: 'RESPONSE_TIME', comparison: 'NOT_NULL', value: '' }),
  ])('accepts %j', (assertion) => {
    expect(validateAssertion(assertion)).toBeNull();
  });

  test.each([
    [anAssertion({ type: 'JSON_BODY', selector: 'items[' }), 'JSONPath'],
    [anAssertion({ type: 'JSON_BODY', selector: '$.a[?@.b ==' }), 'JSONPath'],
    [anAssertion({ type: 'HEADERS', selector: null }), 'name a header'],
    [anAssertion({ type: 'HEADERS', selector: 'two words' }), 'header name'],
    [anAssertion({ value: 'fine' }), 'STATUS_CODE is compared with a number'],
    [anAssertion({ type: 'SSL_EXPIRY', comparison: 'GREATER_THAN', value: 'a week' }), 'number'],
  ])('refuses %j', (assertion, reason) => {
    expect(validateAssertion(assertion)).toContain(reason);
  });
});
