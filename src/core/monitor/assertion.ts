import { isOrdering, parseNumber, type Comparison } from '../routing/comparison.ts';
import { jsonPathProblem } from '../json-path.ts';

export const ASSERTION_TYPES = [
  'AVAILABLE',
  'STATUS_CODE',
  'RESPONSE_TIME',
  'HEADERS',
  'BODY',
  'JSON_BODY',
  'PING',
  'TCP',
  'DNS',
  'SSL_EXPIRY',
] as const;
export type AssertionType = (typeof ASSERTION_TYPES)[number];

export type MonitorAssertion = {
  readonly type: AssertionType;
  readonly comparison: Comparison;
  /** A header's name for HEADERS, a JSONPath for JSON_BODY, else null. */
  readonly selector: string | null;
  readonly value: string;
};

const SPELLINGS: ReadonlyMap<string, AssertionType> = new Map<string, AssertionType>([
  ...ASSERTION_TYPES.map((type) => [type, type] as const),
  ['STATUSCODE', 'STATUS_CODE'],
  ['RESPONSETIME', 'RESPONSE_TIME'],
  ['JSONBODY', 'JSON_BODY'],
]);
const NUMERIC: readonly AssertionType[] = ['STATUS_CODE', 'RESPONSE_TIME', 'PING', 'SSL_EXPIRY'];
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;

/** The underscored form of an assertion type as a request may spell it, or null for an unknown one. */
export function normalizeAssertionType(spelling: string): AssertionType | null {
  return SPELLINGS.get(spelling) ?? null;
}

/** Why an assertion cannot be kept, as a sentence, or null. To be asked when it is written, so that a check never meets it. */
export function validateAssertion(assertion: MonitorAssertion): string | null {
  return selectorProblem(assertion) ?? valueProblem(assertion);
}

function selectorProblem({ type, comparison, selector }: MonitorAssertion): string | null {
  if (type === 'JSON_BODY') {
    const problem = jsonPathProblem(selector ?? '$');
    return problem === null ? null : `selector is no JSONPath: ${problem}`;
  }
  if (type !== 'HEADERS') return null;
  // HAS_KEY and its kin may look at all headers at once.
  if (selector === null || selector === '') {
    return comparison.includes('HAS_') ? null : 'selector must name a header';
  }
  return HEADER_NAME.test(selector) ? null : 'selector is no header name';
}

function valueProblem({ type, comparison, value }: MonitorAssertion): string | null {
  const needsNumber = isOrdering(comparison) || comparison === 'EQUALS' || comparison === 'NOT_EQUALS';
  if (!NUMERIC.includes(type) || !needsNumber || parseNumber(value) !== null) return null;
  return `${type} is compared with a number`;
}
