import { describe, expect, test } from 'vitest';
import { IMPACTS, type Impact } from '../../../../src/core/incident/types.ts';
import { settle, type Cover } from '../../../../src/core/maintenance/overlap.ts';

/** A component and the maintenances in progress with it, as they are stored. */
class Component {
  shown: Impact;
  readonly covers = new Map<string, Cover>();
  constructor(shown: Impact) {
    this.shown = shown;
  }

  /** The maintenance `id` shows `next` from now on; null: it leaves. */
  set(id: string, next: Impact | null): void {
    const own = this.covers.get(id) ?? null;
    const others = [...this.covers].filter(([other]) => other !== id).map(([, cover]) => cover);
    const { shown, before } = settle({ shown: this.shown, own, others, next });
    this.shown = shown;
    if (next === null || before === null) this.covers.delete(id);
    else this.covers.set(id, { status: next, before });
  }

  /** Something else is true of it: a monitor or a person says so. */
  becomes(status: Impact): void {
    if (this.covers.size === 0) this.shown = status;
    for (const [id, cover] of this.covers) this.covers.set(id, { ...cover, before: status });
  }
}

describe('a component', () => {
  test('shows what its maintenance says, and then again what it showed before', () => {
    const component = new Component('DEGRADEDPERFORMANCE');
    component.set('a', 'UNDERMAINTENANCE');
    expect(component.shown).toBe('UNDERMAINTENANCE');
    component.set('a', 'PARTIALOUTAGE');
    expect(component.shown).toBe('PARTIALOUTAGE');
    component.set('a', null);
    expect(component.shown).toBe('DEGRADEDPERFORMANCE');
  });

  test('shows the worst of several, and what is true when the last one is over, in any order', () => {
    for (const [first, second] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const component = new Component('OPERATIONAL');
      component.set('a', 'UNDERMAINTENANCE');
      component.set('b', 'MAJOROUTAGE');
      expect(component.shown).toBe('MAJOROUTAGE');
      component.set(first, null);
      expect(component.shown).toBe(first === 'a' ? 'MAJOROUTAGE' : 'UNDERMAINTENANCE');
      component.set(second, null);
      expect(component.shown).toBe('OPERATIONAL');
    }
  });

  test('shows afterwards what became true meanwhile', () => {
    const component = new Component('OPERATIONAL');
    component.set('a', 'UNDERMAINTENANCE');
    component.becomes('MAJOROUTAGE');
    component.set('b', 'UNDERMAINTENANCE');
    component.set('a', null);
    expect(component.shown).toBe('UNDERMAINTENANCE');
    component.set('b', null);
    expect(component.shown).toBe('MAJOROUTAGE');
  });

  test('keeps what a person made it show while nothing changes of its maintenances', () => {
    const component = new Component('OPERATIONAL');
    component.set('a', 'UNDERMAINTENANCE');
    component.shown = 'PARTIALOUTAGE';
    component.set('a', 'UNDERMAINTENANCE');
    expect(component.shown).toBe('PARTIALOUTAGE');
  });

  test('is left alone by a maintenance that is not in progress with it', () => {
    expect(settle({ shown: 'PARTIALOUTAGE', own: null, others: [], next: null })).toEqual({
      shown: 'PARTIALOUTAGE',
      before: null,
    });
  });

  test('shows what is true once all are over, whatever came and went in between', () => {
    // Every third of a walk that is the same each time: what comes next depends on the step alone.
    const component = new Component('OPERATIONAL');
    let truth: Impact = 'OPERATIONAL';
    for (let step = 1; step <= 3_000; step += 1) {
      const status = IMPACTS[(step * 7) % IMPACTS.length] ?? 'OPERATIONAL';
      const id = 'abc'[(step * 5 + Math.floor(step / 11)) % 3] ?? 'a';
      if (step % 4 === 0) {
        truth = status;
        component.becomes(status);
      } else component.set(id, step % 3 === 0 ? null : status);
      const [some] = component.covers.values();
      expect(some?.before ?? component.shown).toBe(truth);
    }
    for (const id of 'abc') component.set(id, null);
    expect(component.shown).toBe(truth);
  });
});
