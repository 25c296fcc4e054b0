import type { Comparison } from '../routing/comparison.ts';
import type { AssertionType, MonitorAssertion } from './assertion.ts';

const SHOWN_CHARS = 80;

const SUBJECT: Record<AssertionType, string> = {
  AVAILABLE: 'availability',
  STATUS_CODE: 'status code',
  RESPONSE_TIME: 'response time in ms',
  HEADERS: 'header',
  BODY: 'body',
  JSON_BODY: 'JSON body at',
  PING: 'ping time in ms',
  TCP: 'TCP connection',
  DNS: 'DNS answer',
  SSL_EXPIRY: "certificate's days left",
};

const DEMAND: Record<Comparison, string> = {
  EQUALS: 'should equal',
  NOT_EQUALS: 'should not equal',
  IS_EMPTY: 'should be empty',
  NOT_EMPTY: 'should not be empty',
  GREATER_THAN: 'should be greater than',
  GREATER_THAN_OR_EQUALS: 'should be at least',
  LESS_THAN: 'should be less than',
  LESS_THAN_OR_EQUALS: 'should be at most',
  CONTAINS: 'should contain',
  NOT_CONTAINS: 'should not contain',
  HAS_KEY: 'should have the key',
  NOT_HAS_KEY: 'should not have the key',
  HAS_VALUE: 'should have the value',
  NOT_HAS_VALUE: 'should not have the value',
  IS_NULL: 'should be absent',
  NOT_NULL: 'should be there',
  STARTS_WITH: 'should start with',
  ENDS_WITH: 'should end with',
};

/** A failed assertion in words: "status code should equal 200 but is 503". Long values are cut. */
export function failureSentence(assertion: MonitorAssertion, actual: string | null): string {
  const { type, comparison, selector, value } = assertion;
  const subject = [SUBJECT[type], selector ?? ''].join(' ').trim();
  const demand = [DEMAND[comparison], cut(value)].join(' ').trim();
  return `${subject} ${demand} but is ${shown(actual)}`;
}

function shown(actual: string | null): string {
  if (actual === null) return 'absent';
  return actual.trim() === '' ? 'empty' : cut(actual);
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // By characters, so that none is cut in half.
  const shown = Array.from(line);
  return shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS).join('')}…` : line;
}
