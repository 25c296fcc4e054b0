import { afterEach, describe, expect, it } from 'vitest';
import { asEpochMs } from '../../src/core/time/instant.ts';
import type { OutboundPage, Recipient, Sender, SendResult } from '../../src/services/ports/sender.ts';
import type { Behaviour } from '../support/fake-http.ts';
import { noticeView, outboundNotice, outboundPage, recipient } from '../support/views.ts';

/** A sender and the partner it talks to. */
export type Harness = {
  readonly sender: Sender;
  readonly behave: (behaviour: Behaviour) => void;
  /** How many messages the partner has taken. */
  readonly taken: () => number;
  /** How often the partner was asked to send, whatever it answered. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
};

export type SenderFacts = {
  readonly start: (options: { timeoutMs: number }) => Promise<Harness>;
  /** The same sender with an address on which nothing listens. */
  readonly startUnreachable: () => Promise<Harness>;
  /** A member whom this channel can reach, and the same one without an address for it. */
  readonly reachable: Partial<Recipient>;
  readonly unreachable: Partial<Recipient> | null;
  /** What the partner's own failure (HTTP 500 or its like) says of the message. */
  readonly afterBroken: 'retry' | 'uncertain';
  /** Whether the partner can say how long to wait. */
  readonly saysWhen: boolean;
  /** Whether the partner can be asked what became of an attempt. */
  readonly canFind: boolean;
  /** Refusals that will be the same for ever, in the partner's words. */
  readonly refusals: readonly (string | number)[];
  /** What must never be read in a reason. */
  readonly secrets: readonly string[];
};

const PATIENT_MS = 5_000;
const IMPATIENT_MS = 400;

/** What every sender guarantees, whatever its partner does. */
export function senderContract(name: string, facts: SenderFacts): void {
  const opened: Harness[] = [];
  const start = async (timeoutMs = PATIENT_MS): Promise<Harness> => {
    const harness = await facts.start({ timeoutMs });
    opened.push(harness);
    return harness;
  };
  const page = (over: Partial<Recipient> = {}): OutboundPage =>
    outboundPage({ recipient: recipient({ ...facts.reachable, ...over }) });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((harness) => harness.close()));
  });

  describe(`the ${name} sender`, () => {
    it('sends a page once and says so', async () => {
      const harness = await start();
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'sent' });
      expect(harness.taken()).toBe(1);
      expect(harness.asked()).toBe(1);
    });

    it('sends a notice once and says so', async () => {
      const harness = await start();
      const notice = outboundNotice({ recipient: recipient(facts.reachable) });
      expect(await harness.sender.send(notice)).toMatchObject({ kind: 'sent' });
      expect(harness.taken()).toBe(1);
    });

    it('may try again later when it never got through, because the partner is out of reach', async () => {
      const harness = await facts.startUnreachable();
      opened.push(harness);
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'retry', unavailable: true });
    });

    it('is uncertain, within its time-out, when the partner takes a page and never answers', async () => {
      const harness = await start(IMPATIENT_MS);
      harness.behave({ kind: 'hang' });
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'uncertain', unavailable: true });
      expect(harness.asked()).toBe(1);
    });

    it('is uncertain when the connection drops after the page has left', async () => {
      const harness = await start();
      harness.behave({ kind: 'drop' });
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'uncertain', unavailable: true });
      expect(harness.asked()).toBe(1);
    });

    it('waits as long as the partner asks when it sends too much, and holds nothing against the partner', async () => {
      const harness = await start();
      harness.behave({ kind: 'tooMany', retryAfter: '7' });
      const after = facts.saysWhen ? { afterMs: 7_000 } : {};
      expect(await harness.sender.send(page())).toMatchObject({
        kind: 'retry',
        unavailable: false,
        ...after,
      });
      expect(harness.asked()).toBe(1);
    });

    it('knows the partner is in trouble when something breaks there', async () => {
      const harness = await start();
      harness.behave({ kind: 'broken' });
      expect(await harness.sender.send(page())).toMatchObject({ kind: facts.afterBroken, unavailable: true });
    });

    it.each(facts.refusals)(
      'gives up with a sentence when the partner refuses for good: %s',
      async (refusal) => {
        const harness = await start();
        harness.behave({ kind: 'refuse', with: refusal });
        const result = await harness.sender.send(page());
        expect(result).toMatchObject({ kind: 'rejected' });
        expect(reasonOf(result)).toMatch(/^[A-Z].{15,}$/);
      },
    );

    it.runIf(facts.unreachable !== null)(
      'gives up without asking anybody when the member has no address',
      async () => {
        const harness = await start();
        const result = await harness.sender.send(page(facts.unreachable ?? {}));
        expect(result).toMatchObject({ kind: 'rejected' });
        expect(harness.asked()).toBe(0);
      },
    );

    it('works again as soon as the partner does', async () => {
      const harness = await start(IMPATIENT_MS);
      for (const kind of ['drop', 'hang', 'broken'] as const) {
        harness.behave({ kind });
        // oxlint-disable-next-line no-await-in-loop
        expect(await harness.sender.send(page())).not.toMatchObject({ kind: 'sent' });
      }
      harness.behave({ kind: 'ok' });
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'sent' });
    });

    it('never tells a secret in a reason', async () => {
      const harness = await start(IMPATIENT_MS);
      const unreachable = await facts.startUnreachable();
      opened.push(unreachable);
      const reasons = [reasonOf(await unreachable.sender.send(page()))];
      const behaviours: Behaviour[] = [
        { kind: 'hang' },
        { kind: 'drop' },
        { kind: 'broken' },
        { kind: 'tooMany' },
        ...facts.refusals.map((refusal) => ({ kind: 'refuse', with: refusal }) as const),
      ];
      for (const behaviour of behaviours) {
        harness.behave(behaviour);
        // oxlint-disable-next-line no-await-in-loop
        reasons.push(reasonOf(await harness.sender.send(page())));
      }
      expect(reasons).not.toContain('');
      for (const secret of facts.secrets) expect(reasons.join('\n')).not.toContain(secret);
    });
  });

  describe.runIf(facts.canFind)(`the ${name} sender after an uncertain attempt`, () => {
    const since = asEpochMs(Date.now() - 1_000);

    it('finds a page that had arrived, and only that one', async () => {
      const harness = await start(IMPATIENT_MS);
      harness.behave({ kind: 'hangAfter' });
      const lost = page();
      expect(await harness.sender.send(lost)).toMatchObject({ kind: 'uncertain' });
      harness.behave({ kind: 'ok' });
      expect(await harness.sender.find?.(lost, since)).toMatchObject({ kind: 'sent' });
      const other = outboundPage({
        ...lost,
        key: 'another',
        view: { ...lost.view, why: 'You are on call in another schedule.' },
      });
      expect(await harness.sender.find?.(other, since)).toEqual({ kind: 'absent' });
    });

    it('finds a notice that had arrived, and only that one', async () => {
      const harness = await start(IMPATIENT_MS);
      harness.behave({ kind: 'hangAfter' });
      const lost = outboundNotice({ recipient: recipient(facts.reachable) });
      expect(await harness.sender.send(lost)).toMatchObject({ kind: 'uncertain' });
      harness.behave({ kind: 'ok' });
      expect(await harness.sender.find?.(lost, since)).toMatchObject({ kind: 'sent' });
      const other = { ...lost, key: 'another', notice: noticeView({ title: 'Something else' }) };
      expect(await harness.sender.find?.(other, since)).toEqual({ kind: 'absent' });
    });

    it('knows that a page never arrived', async () => {
      const harness = await start(IMPATIENT_MS);
      harness.behave({ kind: 'hang' });
      expect(await harness.sender.send(page())).toMatchObject({ kind: 'uncertain' });
      harness.behave({ kind: 'ok' });
      expect(await harness.sender.find?.(page(), since)).toEqual({ kind: 'absent' });
    });

    it.each(['broken', 'drop', 'hang', 'tooMany'] as const)(
      'does not know when the partner cannot be asked: %s',
      async (kind) => {
        const harness = await start(IMPATIENT_MS);
        harness.behave({ kind });
        expect(await harness.sender.find?.(page(), since)).toEqual({ kind: 'unknown' });
      },
    );
  });
}

function reasonOf(result: SendResult): string {
  return 'reason' in result ? result.reason : '';
}
