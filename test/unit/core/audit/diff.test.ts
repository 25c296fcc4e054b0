import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditChanges, MAX_CHANGES, type Shown } from '../../../../src/core/audit/diff.ts';
import { isSecretField } from '../../../../src/platform/redact.ts';

const SHOWN: Shown = { isSecret: isSecretField, value: (_key, value) => value };
const changes = (before: object | null, after: object | null) => auditChanges(before, after, SHOWN);

describe('what changed', () => {
  it('is named by its path, also within arrays and at keys that are no names', () => {
    const before = { rules: [{ delayInMins: 5, actions: ['a'] }], headers: { 'x-team': 'a' } };
    const after = { rules: [{ delayInMins: 10, actions: ['a', 'b'] }], headers: { 'x-team': 'b' } };
    expect(changes(before, after)).toEqual([
      { path: 'rules[0].delayInMins', from: 5, to: 10 },
      { path: 'rules[0].actions[1]', from: null, to: 'b' },
      { path: 'headers["x-team"]', from: 'a', to: 'b' },
    ]);
  });

  it('is found by the ids of elements, so that one that moved has not changed but its place', () => {
    const [a, b, c] = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
      { id: 'c', n: 3 },
    ];
    expect(changes({ list: [a, b, c] }, { list: [b, c] })).toEqual([
      { path: 'list[0].id', from: 'a', to: null },
      { path: 'list[0].n', from: 1, to: null },
    ]);
    expect(changes({ list: [a, b] }, { list: [b, { ...a, n: 4 }] })).toEqual([
      { path: 'list[1].n', from: 1, to: 4 },
      { path: 'list in order', from: 'a, b', to: 'b, a' },
    ]);
  });

  it('leaves out what is the same, what names the thing, and when it was changed', () => {
    const thing = { id: 'x', pageId: 'p', name: 'a', note: null, createdAt: 1, updatedAt: 1, version: 1 };
    expect(changes(thing, { ...thing, note: undefined, updatedAt: 2, version: 2 })).toEqual([]);
    expect(changes(null, thing)).toEqual([{ path: 'name', from: null, to: 'a' }]);
    expect(changes(thing, null)).toEqual([{ path: 'name', from: 'a', to: null }]);
    expect(changes(null, null)).toEqual([]);
  });

  it('tells of a value that becomes another kind of thing', () => {
    expect(changes({ a: null }, { a: { b: 1 } })).toEqual([{ path: 'a.b', from: null, to: 1 }]);
    expect(changes({ a: [1] }, { a: 'x' })).toEqual([{ path: 'a', from: '(several values)', to: 'x' }]);
  });

  it('is cut to so many changes, and says how many are left out', () => {
    const after = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i]));
    const found = changes({}, after);
    expect(found).toHaveLength(MAX_CHANGES);
    expect(found.at(-1)?.to).toBe(`${500 - MAX_CHANGES + 1} more changes are left out here`);
  });

  it('ends however deep a thing is', () => {
    let deep: object = { end: 1 };
    for (let i = 0; i < 50_000; i += 1) deep = { deep };
    expect(changes(null, deep)).toHaveLength(1);
  });
});

describe('secrets', () => {
  const name = fc.constantFrom(
    'password',
    'secret',
    'token',
    'webhookSecret',
    'heartbeatToken',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'set-cookie',
    'x-api-key',
    'apiKey',
    'X-Auth-Token',
    'client_secret',
    'key',
    'body',
  );
  const secret = fc.string({ minLength: 12, unit: 'grapheme-ascii' }).map((text) => `s3cr3t-${text}`);
  const held = (leaf: string) =>
    fc.constantFrom<(key: string) => object>(
      (key) => ({ [key]: leaf }),
      (key) => ({ basicAuth: { username: 'ann', [key]: leaf } }),
      (key) => ({ headers: [{ name: key, value: leaf }] }),
      (key) => ({ [key]: { nested: [leaf] } }),
      (key) => ({ list: [{ id: 'one', deep: { [key]: [leaf] } }] }),
    );

  it('show that they changed and never what they were or are', () => {
    const cases = fc
      .tuple(name, secret, secret)
      .chain(([key, from, to]) =>
        fc.tuple(fc.constant(key), fc.constant(from), fc.constant(to), held(from), held(to)),
      );
    fc.assert(
      fc.property(cases, ([key, from, to, before, after]) => {
        const found = changes(before(key), after(key));
        const told = JSON.stringify(found);
        for (const text of [from, to]) {
          expect(told).not.toContain(JSON.stringify(text).slice(1, -1));
          expect(told).not.toContain('s3cr3t');
        }
        expect(found.length > 0).toBe(JSON.stringify(before(key)) !== JSON.stringify(after(key)));
      }),
    );
  });

  it('show where there was none, and no change where they stayed', () => {
    expect(changes({ token: 'a' }, { token: 'b' })).toEqual([
      { path: 'token', from: '(hidden)', to: '(hidden)' },
    ]);
    expect(changes({ token: null }, { token: 'b' })).toEqual([{ path: 'token', from: null, to: '(hidden)' }]);
    expect(changes({ token: 'a' }, { token: 'a' })).toEqual([]);
  });
});
