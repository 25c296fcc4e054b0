import { compare, readsTarget } from '../routing/comparison.ts';
import { compareSet, type SetMember } from '../routing/set-comparison.ts';
import type { AssertionType, MonitorAssertion } from './assertion.ts';
import { failureSentence } from './assertion-sentence.ts';
import { queryJson } from '../json-path.ts';
import type { AnswersResult, FailedResult, ProbeResult, ResponseResult } from './probe-result.ts';

export const OUTCOMES = ['OK', 'DEGRADED', 'FAILED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type JudgedAssertion = MonitorAssertion & {
  /** What the check found, cut to 1,000 characters; null where there was nothing. */
  readonly actual: string | null;
  readonly success: boolean;
};

export type Judgement = {
  readonly outcome: Outcome;
  /** A sentence that says what is wrong; null when OK. */
  readonly error: string | null;
  readonly assertions: readonly JudgedAssertion[];
  readonly successfulAssertions: number;
};

/** Failing only these makes a check slow or at risk, not broken. */
const TIME_TYPES: readonly AssertionType[] = ['RESPONSE_TIME', 'PING', 'SSL_EXPIRY'];
const RECORDED_CHARS = 1_000;
const UNAVAILABLE_WORDS: readonly string[] = ['false', '0', 'no', 'unavailable', 'closed'];

/**
 * What one check means. FAILED: it could not complete (then no assertion succeeds) or an assertion other than a time
 * one fails; DEGRADED: only RESPONSE_TIME, PING or SSL_EXPIRY fail; else OK. Without assertions a status of 200 to 399
 * is OK, and that the echo, the connection or the answers came.
 */
export function judge(assertions: readonly MonitorAssertion[], result: ProbeResult): Judgement {
  const judged = assertions.map((assertion) => judgeOne(assertion, result));
  const successfulAssertions = judged.filter(({ success }) => success).length;
  return { ...verdict(judged, result), assertions: judged, successfulAssertions };
}

function verdict(
  judged: readonly JudgedAssertion[],
  result: ProbeResult,
): Pick<Judgement, 'outcome' | 'error'> {
  if (result.kind === 'failed') return { outcome: 'FAILED', error: result.error };
  if (judged.length === 0 && result.kind === 'response' && !isAvailable(result)) {
    return { outcome: 'FAILED', error: `HTTP status ${result.statusCode} is not within 200 to 399` };
  }
  const failed = judged.filter(({ success }) => !success);
  if (failed.length === 0) return { outcome: 'OK', error: null };
  const isOnlyTime = failed.every(({ type }) => TIME_TYPES.includes(type));
  const error = failed.map((assertion) => failureSentence(assertion, assertion.actual)).join('; ');
  return { outcome: isOnlyTime ? 'DEGRADED' : 'FAILED', error };
}

function judgeOne(assertion: MonitorAssertion, result: ProbeResult): JudgedAssertion {
  const actual = actualOf(assertion, result);
  const recorded = actual === null ? null : String(actual).slice(0, RECORDED_CHARS);
  const { type, comparison, selector, value } = assertion;
  const success =
    result.kind === 'answers' && type === 'DNS'
      ? compareSet(
          comparison,
          membersOf(result),
          comparison === 'STARTS_WITH' ? value : withoutLastDots(value),
        )
      : result.kind !== 'failed' && succeeds(assertion, actual);
  return { type, comparison, selector, value, actual: recorded, success };
}

/** Answers are known by what they say alone. */
function membersOf({ answers }: AnswersResult): SetMember[] {
  return answers.map(withoutLastDots).map((answer) => ({ id: answer, name: answer }));
}

/** Zone files end a full name with a dot. */
function withoutLastDots(list: string): string {
  return list.replaceAll(/\.(?=\s*(?:,|$))/g, '');
}

function succeeds({ type, comparison, value }: MonitorAssertion, actual: string | number | null): boolean {
  if (type === 'AVAILABLE' || type === 'TCP') {
    // Asked only for presence ("not null"), an unavailable target is absent.
    if (!readsTarget(comparison)) return compare(comparison, actual === 'true' ? actual : null, '');
    const wanted = UNAVAILABLE_WORDS.includes(value.trim().toLowerCase()) ? 'false' : 'true';
    return compare(comparison, actual, wanted);
  }
  // An empty JSON list or object is empty, though its text is not.
  if (type === 'JSON_BODY' && (actual === '[]' || actual === '{}') && !readsTarget(comparison)) {
    return comparison === 'IS_EMPTY' || comparison === 'NOT_NULL';
  }
  return compare(comparison, actual, value);
}

/** What an assertion looks at, null where the check has no such thing. */
function actualOf({ type, selector }: MonitorAssertion, result: ProbeResult): string | number | null {
  if (type === 'SSL_EXPIRY') return result.ssl?.daysUntilExpiration ?? null;
  if (type === 'RESPONSE_TIME') return result.phases.responseTime;
  if (type === 'AVAILABLE') return String(result.kind !== 'failed' && isAvailable(result));
  return result.kind === 'response' ? READ_RESPONSE[type](result, selector) : readOther(type, result);
}

/** Each other kind of check has one thing of its own to look at. */
function readOther(type: AssertionType, result: ProbeResult): string | number | null {
  if (type === 'PING' && result.kind === 'echo') return result.echoMs;
  if (type === 'TCP' && result.kind === 'connected') return 'true';
  return type === 'DNS' && result.kind === 'answers' ? result.answers.join(', ') : null;
}

const READ_RESPONSE: Record<
  Exclude<AssertionType, 'SSL_EXPIRY' | 'RESPONSE_TIME' | 'AVAILABLE'>,
  (response: ResponseResult, selector: string | null) => string | number | null
> = {
  STATUS_CODE: ({ statusCode }) => statusCode,
  HEADERS: (response, selector) => (selector ? header(response, selector) : JSON.stringify(response.headers)),
  BODY: ({ body }) => body,
  JSON_BODY: ({ body }, selector) => jsonValue(selector ?? '$', body),
  PING: () => null,
  TCP: () => null,
  DNS: () => null,
};

/** What no assertion at all asks for. */
function isAvailable(result: Exclude<ProbeResult, FailedResult>): boolean {
  return result.kind !== 'response' || (result.statusCode >= 200 && result.statusCode <= 399);
}

function header({ headers }: ResponseResult, name: string): string | null {
  const wanted = name.trim().toLowerCase();
  return Object.hasOwn(headers, wanted) ? (headers[wanted] ?? null) : null;
}

function jsonValue(path: string, body: string): string | number | null {
  const value = queryJson(path, body);
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
