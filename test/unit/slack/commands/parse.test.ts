import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIncident, parseOnCall } from '../../../../src/slack/commands/parse.ts';

describe('the text after /incident', () => {
  it.each([
    ['list', { kind: 'list' }],
    ['LIST', { kind: 'list' }],
    ['  list  ', { kind: 'list' }],
    ['show 12', { kind: 'show', number: 12 }],
    ['show #12', { kind: 'show', number: 12 }],
    ['ack 12', { kind: 'act', verb: 'acknowledge', number: 12 }],
    ['acknowledge 12 please', { kind: 'act', verb: 'acknowledge', number: 12 }],
    ['unack 12', { kind: 'act', verb: 'unacknowledge', number: 12 }],
    ['resolve 12', { kind: 'act', verb: 'resolve', number: 12 }],
    ['reopen 12', { kind: 'act', verb: 'reopen', number: 12 }],
    ['escalate 12', { kind: 'act', verb: 'escalate', number: 12 }],
    ['snooze 12', { kind: 'snooze', number: 12, minutes: 60 }],
    ['snooze 12 15 min', { kind: 'snooze', number: 12, minutes: 15 }],
    ['note 12 looking\ninto it', { kind: 'note', number: 12, text: 'looking\ninto it' }],
    ['new', { kind: 'new', title: '' }],
    ['new checkout is down', { kind: 'new', title: 'checkout is down' }],
    ['new a &lt;b&gt; &amp; c', { kind: 'new', title: 'a <b> & c' }],
    ['', { kind: 'help', problem: null }],
    ['help', { kind: 'help', problem: null }],
    ['frobnicate', { kind: 'help', problem: 'I do not know "frobnicate".' }],
    ['constructor 1', { kind: 'help', problem: 'I do not know "constructor".' }],
    ['ack', { kind: 'help', problem: '"ack" needs the number of an incident.' }],
    ['ack twelve', { kind: 'help', problem: '"ack" needs the number of an incident.' }],
    ['ack 0', { kind: 'help', problem: '"ack" needs the number of an incident.' }],
    ['ack 12x', { kind: 'help', problem: '"ack" needs the number of an incident.' }],
    ['ack 99999999999', { kind: 'help', problem: '"ack" needs the number of an incident.' }],
    ['note 12', { kind: 'help', problem: '"note" needs a text.' }],
    ['snooze 12 tomorrow', { kind: 'help', problem: '"snooze" needs a number of minutes.' }],
    ['snooze 12 0', { kind: 'help', problem: '"snooze" needs a number of minutes.' }],
  ])('%j is understood', (text, command) => {
    expect(parseIncident(text)).toEqual({ subdomain: null, command });
  });

  it.each([
    'page:blog ack 12',
    'ack 12 --page blog',
    'ack 12 --page=blog',
    'ack --page blog 12',
    '\u2014page blog ack 12',
  ])('%j names its page', (text) => {
    expect(parseIncident(text)).toEqual({
      subdomain: 'blog',
      command: { kind: 'act', verb: 'acknowledge', number: 12 },
    });
  });

  it('is read without an error, whatever people type', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => [parseIncident(text), parseOnCall(text)]).not.toThrow();
      }),
    );
  });
});

describe('the text after /oncall', () => {
  it.each([
    ['', null, { kind: 'now' }],
    ['now', null, { kind: 'now' }],
    ['--page blog', 'blog', { kind: 'now' }],
    ['help', null, { kind: 'help', problem: null }],
    ['who', null, { kind: 'help', problem: 'I do not know "who".' }],
  ])('%j is understood', (text, subdomain, command) => {
    expect(parseOnCall(text)).toEqual({ subdomain, command });
  });
});
