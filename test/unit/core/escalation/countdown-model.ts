import { MINUTE_MS } from '../../../../src/core/time/instant.ts';
import type { Command, Deed, Policy } from './run-driver.ts';

type Item = { readonly kind: 'rule' | 'next-pass' | 'end'; readonly name: string; readonly gap: number };

/**
 * A run by another method than the product's: no anchors and no due times, only a list of what follows what, and a
 * countdown to the next item of it that runs minute by minute while the run is on.
 */
export class CountdownModel {
  readonly deeds: Deed[] = [];
  private readonly items: readonly Item[];
  private readonly policy: Policy;
  private readonly reachesNobody: ReadonlySet<string>;
  private next = 0;
  private left: number;
  /** Minutes since the acknowledgement in which no snooze stood; null: there is none. */
  private silentFor: number | null = null;
  private isSnoozed = false;
  private minute = 0;

  constructor(policy: Policy, reachesNobody: readonly string[]) {
    this.policy = policy;
    this.reachesNobody = new Set(reachesNobody);
    this.items = itemsOf(policy);
    this.left = this.items[0]?.gap ?? 0;
  }

  /** Lets minutes pass, one at a time. */
  run(minutes: number): void {
    this.settle();
    for (let i = 0; i < minutes; i += 1) {
      this.minute += 1;
      if (this.isSnoozed) continue;
      if (this.silentFor === null) this.left -= 1;
      else this.silentFor += 1;
      this.settle();
    }
  }

  do(command: Command): void {
    switch (command) {
      case 'acknowledge':
        this.isSnoozed = false;
        this.silentFor ??= 0;
        break;
      case 'unacknowledge':
        if (this.silentFor !== null) this.isSnoozed = false;
        this.silentFor = null;
        break;
      case 'snooze':
        this.isSnoozed = true;
        break;
      case 'wake':
        this.isSnoozed = false;
        break;
      case 'escalate':
        this.escalate();
        break;
      case 'resolve':
        this.next = this.items.length;
    }
    this.settle();
  }

  private settle(): void {
    if (this.isSnoozed) return;
    while (this.silentFor === null ? this.takeDue() : this.takeNextPass(this.silentFor));
  }

  private takeDue(): boolean {
    const item = this.items[this.next];
    if (item === undefined || this.left > 0) return false;
    this.take(item.name);
    return true;
  }

  private takeNextPass(silentFor: number): boolean {
    const passEnd = this.items.findIndex(({ kind }, index) => index >= this.next && kind === 'next-pass');
    const item = this.items[passEnd];
    if (!this.policy.revertAcknowledgement || item === undefined) return false;
    const between = this.items.slice(this.next + 1, passEnd + 1);
    if (silentFor < between.reduce((sum, { gap }) => sum + gap, this.left)) return false;
    // An acknowledgement of the very minute in which the pass starts is one of that pass.
    const isOlder = silentFor > 0;
    if (isOlder) this.silentFor = null;
    this.next = passEnd;
    this.take(isOlder ? `${item.name} takes back` : item.name);
    return true;
  }

  private take(name: string): void {
    this.deeds.push({ what: name, due: this.minute });
    this.next += 1;
    const follower = this.items[this.next];
    this.left = follower?.kind === 'rule' && this.reachesNobody.has(name) ? 0 : (follower?.gap ?? 0);
  }

  private escalate(): void {
    if (this.items[this.next]?.kind === 'next-pass') this.next += 1;
    const item = this.items[this.next];
    if (item?.kind !== 'rule') return;
    this.take(item.name);
    if (this.silentFor !== null) this.silentFor = 0;
  }
}

/** Everything that a run does when nobody interferes; `gap`: minutes after the item before. */
function itemsOf({ rules, repeats, repeatDelayMs, autoResolve }: Policy): Item[] {
  const inPass = (pass: number): Item[] =>
    rules.map((rule, index) => ({
      kind: 'rule',
      name: `${pass}:${rule.number}`,
      gap: (rule.delayMs - (rules[index - 1]?.delayMs ?? 0)) / MINUTE_MS,
    }));
  const gap = repeatDelayMs / MINUTE_MS;
  const repeated = Array.from({ length: repeats }, (_, i): Item[] => [
    { kind: 'next-pass', name: `pass ${i + 1}`, gap },
    ...inPass(i + 1),
  ]);
  return [
    ...inPass(0),
    ...repeated.flat(),
    ...(autoResolve ? [{ kind: 'end' as const, name: 'resolves', gap }] : []),
  ];
}
