import { describe, expect, it } from 'vitest';
import { impactOfSeverity } from '../../../../src/core/integration/severity.ts';
import { stateOf } from '../../../../src/core/integration/status-words.ts';

describe('words for a state', () => {
  it.each(
    'firing,Triggered,OPEN, down ,alert,critical,ALARM,not_ok,Not OK,No Data,incident.triggered,check.down,unresolved,re-opened'.split(
      ',',
    ),
  )('%s fires', (word) => {
    expect(stateOf(word)).toBe('FIRING');
  });

  it.each(
    'resolved,OK,up,Closed,recovered,auto_resolved,incident.resolved,normal,Pass,event:closed'.split(','),
  )('%s is over', (word) => {
    expect(stateOf(word)).toBe('RESOLVED');
  });

  it.each(['acknowledged', 'Pending', 'maintenance', 'INSUFFICIENT_DATA'])('%s is neither', (word) => {
    expect(stateOf(word)).toBe('NEITHER');
  });

  it.each([
    '',
    'wobbly',
    'true',
    'false',
    '0',
    '1',
    'constructor',
    '__proto__',
    'not resolved',
    'seems ok?!',
  ])('"%s" says nothing', (word) => {
    expect(stateOf(word)).toBeNull();
  });
});

describe('words for how bad it is', () => {
  it.each([
    ['critical', 'MAJOROUTAGE'],
    ['P1', 'MAJOROUTAGE'],
    ['SEV-1', 'MAJOROUTAGE'],
    ['Error', 'PARTIALOUTAGE'],
    ['high', 'PARTIALOUTAGE'],
    ['warning', 'DEGRADEDPERFORMANCE'],
    ['P3', 'DEGRADEDPERFORMANCE'],
    ['info', 'OPERATIONAL'],
    ['partialoutage', 'PARTIALOUTAGE'],
  ])('%s is %s', (severity, impact) => {
    expect(impactOfSeverity(severity)).toBe(impact);
  });

  it.each(['', 'purple', '1', '5', 'constructor'])('"%s", which nobody knows, is the worst', (severity) => {
    expect(impactOfSeverity(severity)).toBe('MAJOROUTAGE');
  });
});
