import { describe, expect, test } from 'vitest';
import type { MonitorAssertion } from '../../../../src/core/monitor/assertion.ts';
import { judge } from '../../../../src/core/monitor/outcome.ts';
import type { FailedResult, ProbeResult, ResponseResult } from '../../../../src/core/monitor/probe-result.ts';
import { asEpochMs } from '../../../../src/core/time/instant.ts';

const phases = {
  dnsTime: 1,
  tcpTime: 2,
  tlsTime: null,
  firstByteTime: 80.5,
  downloadTime: 0.25,
  responseTime: 83.75,
};
const ssl = {
  issuer: 'CN=Some CA',
  subject: 'CN=example.com',
  validFrom: asEpochMs(0),
  validTo: asEpochMs(1),
  daysUntilExpiration: 10,
};

function aResponse(fields: Partial<ResponseResult> = {}): ResponseResult {
  return {
    kind: 'response',
    startedAt: asEpochMs(0),
    phases,
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'x-empty': '' },
    body: '{"status": "Healthy", "load": 0.5, "none": null, "tags": [], "nodes": [{"up": true}, {"up": false}]}',
    bodyTruncated: false,
    ssl: null,
    ...fields,
  };
}

const failed: FailedResult = {
  kind: 'failed',
  startedAt: asEpochMs(0),
  phases,
  error: 'connection refused by 127.0.0.1:81',
  ssl: null,
};

function anAssertion(fields: Partial<MonitorAssertion> = {}): MonitorAssertion {
  return { type: 'STATUS_CODE', comparison: 'EQUALS', selector: null, value: '200', ...fields };
}

describe('judge', () => {
  test.each([
    [199, 'FAILED'],
    [200, 'OK'],
    [399, 'OK'],
    [400, 'FAILED'],
    [503, 'FAILED'],
  ] as const)('without assertions takes status %d for %s', (statusCode, outcome) => {
    expect(judge([], aResponse({ statusCode })).outcome).toBe(outcome);
  });

  test('judges by the assertions alone where there are any', () => {
    const isTeapot = anAssertion({ value: '418' });
    expect(judge([isTeapot], aResponse({ statusCode: 418 }))).toMatchObject({ outcome: 'OK', error: null });
  });

  test('fails a check that could not complete, says why, and lets no assertion succeed', () => {
    const isAbsent = anAssertion({ type: 'HEADERS', comparison: 'IS_NULL', selector: 'etag', value: '' });
    expect(judge([isAbsent, anAssertion()], failed)).toMatchObject({
      outcome: 'FAILED',
      error: 'connection refused by 127.0.0.1:81',
      successfulAssertions: 0,
      assertions: [{ success: false }, { success: false, actual: null }],
    });
  });

  test('degrades where only time assertions fail, and fails where another does too', () => {
    const isFast = anAssertion({ type: 'RESPONSE_TIME', comparison: 'LESS_THAN', value: '50' });
    const isLongValid = anAssertion({ type: 'SSL_EXPIRY', comparison: 'GREATER_THAN', value: '30' });
    const slow = judge([anAssertion(), isFast, isLongValid], aResponse({ ssl }));
    expect(slow).toMatchObject({
      outcome: 'DEGRADED',
      successfulAssertions: 1,
      error:
        "response time in ms should be less than 50 but is 83.75; certificate's days left should be greater than 30 but is 10",
    });
    expect(judge([anAssertion({ value: '201' }), isFast], aResponse()).outcome).toBe('FAILED');
  });

  test('records what it found beside what was asked', () => {
    const { assertions, error } = judge([anAssertion()], aResponse({ statusCode: 503 }));
    expect(assertions).toEqual([{ ...anAssertion(), actual: '503', success: false }]);
    expect(error).toBe('status code should equal 200 but is 503');
  });

  test('keeps the record of a long body short', () => {
    const { assertions, error } = judge(
      [anAssertion({ type: 'BODY', value: 'ok' })],
      aResponse({ body: 'x'.repeat(99_999) }),
    );
    expect(assertions[0]?.actual).toHaveLength(1_000);
    expect(error?.length).toBeLessThan(200);
  });
});

type Row = [type: MonitorAssertion['type'], selector: string | null, ...string[]];
const held: Row[] = [
  ['HEADERS', 'Content-Type', 'CONTAINS', 'JSON'],
  ['HEADERS', 'x-empty', 'IS_EMPTY', ''],
  ['HEADERS', 'x-empty', 'NOT_NULL', ''],
  ['HEADERS', 'etag', 'IS_NULL', ''],
  ['HEADERS', 'etag', 'IS_EMPTY', ''],
  ['HEADERS', 'etag', 'NOT_EQUALS', 'x'],
  ['HEADERS', 'etag', 'NOT_CONTAINS', 'x'],
  ['HEADERS', null, 'HAS_KEY', 'Content-Type'],
  ['BODY', null, 'CONTAINS', 'healthy'],
  ['BODY', null, 'HAS_KEY', 'load'],
  ['JSON_BODY', '$.status', 'EQUALS', 'healthy'],
  ['JSON_BODY', '$.load', 'LESS_THAN', '1'],
  ['JSON_BODY', '$.nodes[0].up', 'EQUALS', 'true'],
  ['JSON_BODY', '$.nodes[?@.up==false]', 'HAS_KEY', 'up'],
  ['JSON_BODY', '$.nodes[*].up', 'EQUALS', '[true,false]'],
  ['JSON_BODY', '$.none', 'IS_NULL', ''],
  ['JSON_BODY', '$.missing', 'IS_NULL', ''],
  ['JSON_BODY', '$.tags', 'IS_EMPTY', ''],
  ['JSON_BODY', '$.tags', 'NOT_NULL', ''],
  ['AVAILABLE', null, 'EQUALS', 'true'],
  ['AVAILABLE', null, 'NOT_EMPTY', ''],
];
const broken: Row[] = [
  ['HEADERS', 'etag', 'NOT_NULL', ''],
  ['HEADERS', 'etag', 'NOT_EMPTY', ''],
  ['HEADERS', 'etag', 'LESS_THAN', '5'],
  ['HEADERS', 'etag', 'GREATER_THAN_OR_EQUALS', '0'],
  ['HEADERS', 'constructor', 'NOT_NULL', ''],
  ['JSON_BODY', '$.missing', 'NOT_EMPTY', ''],
  ['JSON_BODY', '$.missing', 'LESS_THAN_OR_EQUALS', '0'],
  ['JSON_BODY', '$.tags', 'NOT_EMPTY', ''],
  ['AVAILABLE', null, 'EQUALS', 'false'],
  ['PING', null, 'LESS_THAN', '50'],
];

test.each(held)('%s %s %s %j holds', (type, selector, comparison, value) => {
  const assertion = { type, selector, comparison, value } as MonitorAssertion;
  expect(judge([assertion], aResponse()).successfulAssertions).toBe(1);
});

test.each(broken)('%s %s %s %j does not hold', (type, selector, comparison, value) => {
  const assertion = { type, selector, comparison, value } as MonitorAssertion;
  expect(judge([assertion], aResponse()).successfulAssertions).toBe(0);
});

test('finds nothing by a JSONPath in a body that is no JSON', () => {
  const assertion = anAssertion({ type: 'JSON_BODY', selector: '$.a', comparison: 'NOT_NULL', value: '' });
  const { error } = judge([assertion], aResponse({ body: '<html>' }));
  expect(error).toBe('JSON body at $.a should be there but is absent');
});

test('takes an error status for unavailable', () => {
  const isThere = anAssertion({ type: 'AVAILABLE', comparison: 'NOT_NULL', value: '' });
  const isTrue = anAssertion({ type: 'AVAILABLE', value: '' });
  expect(judge([isThere, isTrue], aResponse({ statusCode: 500 })).successfulAssertions).toBe(0);
  expect(judge([isThere, isTrue], aResponse()).successfulAssertions).toBe(2);
});

const other = { startedAt: asEpochMs(0), phases, ssl: null };
const echo: ProbeResult = { ...other, kind: 'echo', echoMs: 12.5 };
const connected: ProbeResult = { ...other, kind: 'connected' };
const answers: ProbeResult = { ...other, kind: 'answers', answers: ['10 mx1.example', '20 mx2.example'] };
const texts: ProbeResult = { ...other, kind: 'answers', answers: ['v=spf1 a, b -all', 'X=1.'] };

describe('a check that is not of HTTP', () => {
  test.each([echo, connected, answers])('is OK without assertions, for it completed: $kind', (result) => {
    expect(judge([], result)).toMatchObject({ outcome: 'OK', error: null });
  });

  test.each<[ProbeResult, string, string, string]>([
    [echo, 'PING', 'LESS_THAN', '12.6'],
    [echo, 'PING', 'EQUALS', '12.50'],
    [echo, 'AVAILABLE', 'EQUALS', 'true'],
    [echo, 'RESPONSE_TIME', 'LESS_THAN', '84'],
    [echo, 'STATUS_CODE', 'IS_NULL', ''],
    [echo, 'BODY', 'NOT_CONTAINS', 'error'],
    [echo, 'TCP', 'IS_NULL', ''],
    [echo, 'DNS', 'IS_EMPTY', ''],
    [connected, 'TCP', 'EQUALS', 'true'],
    [connected, 'TCP', 'EQUALS', 'open'],
    [connected, 'TCP', 'NOT_EQUALS', 'closed'],
    [connected, 'TCP', 'NOT_NULL', ''],
    [connected, 'AVAILABLE', 'NOT_EMPTY', ''],
    [connected, 'PING', 'IS_NULL', ''],
    [answers, 'DNS', 'EQUALS', '20 MX2.example. , 10 mx1.example.'],
    [answers, 'DNS', 'NOT_EQUALS', '10 mx1.example'],
    [answers, 'DNS', 'CONTAINS', '10 mx1.example'],
    [answers, 'DNS', 'NOT_CONTAINS', 'mx1.example'],
    [answers, 'DNS', 'HAS_VALUE', '20 mx2.example.'],
    [answers, 'DNS', 'STARTS_WITH', '20 '],
    [answers, 'DNS', 'ENDS_WITH', 'mx1.example.'],
    [answers, 'DNS', 'NOT_EMPTY', ''],
    [answers, 'DNS', 'NOT_NULL', ''],
    [answers, 'HEADERS', 'IS_NULL', ''],
    [texts, 'DNS', 'EQUALS', 'x=1., v=spf1 a, b -all'],
    [texts, 'DNS', 'CONTAINS', 'v=spf1 a, b -all'],
  ])('%j holds against %s %s %j', (result, type, comparison, value) => {
    const assertion = { type, selector: null, comparison, value } as MonitorAssertion;
    expect(judge([assertion], result)).toMatchObject({ outcome: 'OK', successfulAssertions: 1 });
  });

  test.each<[ProbeResult, string, string, string, 'DEGRADED' | 'FAILED']>([
    [echo, 'PING', 'LESS_THAN', '12.5', 'DEGRADED'],
    [echo, 'STATUS_CODE', 'EQUALS', '200', 'FAILED'],
    [connected, 'TCP', 'EQUALS', 'closed', 'FAILED'],
    [connected, 'TCP', 'IS_EMPTY', '', 'FAILED'],
    [connected, 'PING', 'LESS_THAN', '50', 'DEGRADED'],
    [connected, 'SSL_EXPIRY', 'GREATER_THAN', '30', 'DEGRADED'],
    [answers, 'DNS', 'EQUALS', '10 mx1.example', 'FAILED'],
    [answers, 'DNS', 'EQUALS', '10 mx1.example, 20 mx2.example, 30 mx3.example', 'FAILED'],
    [answers, 'DNS', 'CONTAINS', 'mx1.example', 'FAILED'],
    [answers, 'DNS', 'IS_EMPTY', '', 'FAILED'],
    [answers, 'DNS', 'GREATER_THAN', '1', 'FAILED'],
    [answers, 'BODY', 'CONTAINS', 'mx1', 'FAILED'],
  ])('%j does not hold against %s %s %j', (result, type, comparison, value, outcome) => {
    const assertion = { type, selector: null, comparison, value } as MonitorAssertion;
    expect(judge([assertion], result)).toMatchObject({ outcome, successfulAssertions: 0 });
  });

  test('says what it found', () => {
    const isOld = anAssertion({ type: 'DNS', value: '10 mx1.example' });
    expect(judge([isOld], answers)).toMatchObject({
      error: 'DNS answer should equal 10 mx1.example but is 10 mx1.example, 20 mx2.example',
      assertions: [{ actual: '10 mx1.example, 20 mx2.example', success: false }],
    });
    const isNear = anAssertion({ type: 'PING', comparison: 'LESS_THAN', value: '5' });
    expect(judge([isNear], echo).error).toBe('ping time in ms should be less than 5 but is 12.5');
  });
});
