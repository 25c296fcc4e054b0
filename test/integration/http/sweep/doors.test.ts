import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../../../support/sweep/rows.ts';
import { EVIL_SEGMENTS, EVIL_TEXTS } from '../../../support/sweep/evil.ts';
import { startSweep, type SweepProduct } from '../../../support/sweep/product.ts';
import { makeWorld } from '../../../support/sweep/world.ts';

/* The doors that the document does not tell of, knocked at by somebody who has no secret. */

let sweep: SweepProduct;
beforeAll(async () => {
  sweep = await startSweep();
  await makeWorld(sweep.admin, sweep.document, 'alpha');
});
afterAll(() => sweep?.close());

const FOR_PEOPLE = [
  '/public/@',
  '/public/@/subscribe',
  '/public/alpha/-@',
  '/acknowledge/@',
  '/acknowledge/x/@',
  '/sandbox/@',
];
const FOR_PROGRAMS = [
  '/slack/events?x=@',
  '/twilio/sms?x=@',
  '/twilio/voice?x=@',
  '/twilio/status?x=@',
  '/inbound/@',
  '/heartbeat/@',
  '/heartbeat/x/@',
];

const texts = EVIL_TEXTS.map((text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?').slice(0, 2_000)));
const BODIES: readonly (readonly [string, string])[] = [
  ['application/json', '{"payload":'],
  ['application/json', '[]'],
  ['application/x-www-form-urlencoded', 'payload=%7B%22type%22%3A%22block_actions%22%7D'],
  ['application/x-www-form-urlencoded', 'email=a%00b&email=%ff&From=%2B1&Body=A%201'],
  ['text/plain', '\u0000'],
];

type Knock = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly type?: string;
  readonly body?: string;
};

/** Each door with all that is evil, asked and sent to. */
function knocksAt(doors: readonly string[]): Knock[] {
  return doors.flatMap((door) =>
    [...EVIL_SEGMENTS, ...texts].flatMap((evil, i): Knock[] => {
      const url = door.replace('@', evil);
      const [type, body] = BODIES[i % BODIES.length] ?? ['', ''];
      return [
        { method: 'GET', url },
        { method: 'POST', url, type, body },
      ];
    }),
  );
}

async function knock({ method, url, type, body }: Knock) {
  const answer = await sweep.product.tocsin.http.inject({
    method,
    url,
    // Somebody from elsewhere.
    remoteAddress: '203.0.113.7',
    ...(type === undefined ? {} : { headers: { 'content-type': type }, payload: body ?? '' }),
  });
  return { what: `${method} ${url.slice(0, 200)} ${body ?? ''}`, answer };
}

test.each([
  ['people', FOR_PEOPLE, /^text\/html/],
  ['programs', FOR_PROGRAMS, /^application\/json/],
] as const)(
  'doors for %s refuse whatever comes, in the form that fits them, and do nothing',
  async (_whom, doors, form) => {
    const before = await sweep.settledRows();
    const wrong: string[] = [];
    for (const one of knocksAt(doors)) {
      const { what, answer } = await knock(one);
      const { statusCode: status, headers, body } = answer;
      // A form that is asked for again leads to its page, wherever that is not.
      const leadsBack = status === 303 && String(headers['location']).startsWith('/public/');
      const isRefused = status >= 400 && status < 500 && form.test(String(headers['content-type']));
      if (!isRefused && !leadsBack)
        wrong.push(`${what}: ${status} ${String(headers['content-type'])} ${body.slice(0, 200)}`);
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(differences(before, await sweep.settledRows())).toEqual([]);
  },
);
