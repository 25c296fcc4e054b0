import { describe, expect, it } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { sign, signatureProblem } from '../../../src/slack/signature.ts';

// The worked example of Slack's own documentation.
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const STAMP = '1531420618';
const BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const SIGNATURE = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
const NOW = asEpochMs(Number(STAMP) * 1_000);

const check = (over: Partial<Parameters<typeof signatureProblem>[0]> = {}) =>
  signatureProblem({
    secret: SECRET,
    signature: SIGNATURE,
    stamp: STAMP,
    rawBody: Buffer.from(BODY),
    now: NOW,
    ...over,
  });

describe('the signature of Slack', () => {
  it('is the one of Slack’s documentation', () => {
    expect(sign({ secret: SECRET, stamp: STAMP, rawBody: BODY })).toBe(SIGNATURE);
    expect(check()).toBeNull();
  });

  it('holds for exactly five minutes to either side', () => {
    for (const offMs of [-300_000, 300_000]) expect(check({ now: asEpochMs(NOW + offMs) })).toBeNull();
    for (const offMs of [-300_001, 300_001])
      expect(check({ now: asEpochMs(NOW + offMs) })).toMatch(/too far off/);
  });

  it.each([
    { signature: undefined },
    { stamp: undefined },
    { stamp: '' },
    { stamp: '1531420618.5' },
    { stamp: '1531420619' },
    { signature: SIGNATURE.toUpperCase() },
    { signature: `${SIGNATURE}0` },
    { signature: SIGNATURE.replace('v0', 'v1') },
    { secret: 'another' },
    { rawBody: Buffer.from(`${BODY} `) },
  ])('does not hold for %j', (over) => {
    expect(check(over)).not.toBeNull();
  });
});
