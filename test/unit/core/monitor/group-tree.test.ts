import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allParents,
  parentsOf,
  subtreeOf,
  wouldCycle,
  type GroupNode,
} from '../../../../src/core/monitor/group-tree.ts';

/**
 * a ─ b ─ d
 *   └ c
 * e
 */
const TREE: GroupNode[] = [
  { id: 'd', parentId: 'b' },
  { id: 'a', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'a' },
  { id: 'e', parentId: null },
];

describe('the tree of groups', () => {
  test('tells the parents of a group from the nearest up', () => {
    expect(parentsOf(TREE, 'd')).toEqual(['b', 'a']);
    expect(parentsOf(TREE, 'a')).toEqual([]);
    expect(parentsOf(TREE, 'not there')).toEqual([]);
    expect(allParents(TREE)).toEqual(new Map(TREE.map(({ id }) => [id, parentsOf(TREE, id)])));
  });

  test('tells a group and what is below it, each before its children, siblings in order', () => {
    expect(subtreeOf(TREE, 'a')).toEqual(['a', 'b', 'd', 'c']);
    expect(subtreeOf(TREE, 'e')).toEqual(['e']);
  });

  test('takes a move below itself for a cycle, and no other', () => {
    expect(wouldCycle(TREE, { id: 'a', parentId: 'a' })).toBe(true);
    expect(wouldCycle(TREE, { id: 'a', parentId: 'd' })).toBe(true);
    expect(wouldCycle(TREE, { id: 'd', parentId: 'a' })).toBe(false);
    expect(wouldCycle(TREE, { id: 'a', parentId: 'e' })).toBe(false);
    expect(wouldCycle(TREE, { id: 'a', parentId: null })).toBe(false);
  });

  test('stays a tree through any moves that are no cycle', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const move = fc.record({
      id: fc.constantFrom(...ids),
      parentId: fc.option(fc.constantFrom(...ids), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let groups = TREE;
        for (const moved of moves) {
          const isBelow = subtreeOf(groups, moved.id).some((below) => below === moved.parentId);
          expect(wouldCycle(groups, moved)).toBe(isBelow);
          groups = isBelow ? groups : groups.map((group) => (group.id === moved.id ? moved : group));
        }
        const tops = groups.filter((group) => group.parentId === null);
        const reached = tops.flatMap((top) => subtreeOf(groups, top.id));
        expect(reached.toSorted()).toEqual(ids);
      }),
    );
  });

  test('has an end even where it is none', () => {
    const ring: GroupNode[] = [
      { id: 'a', parentId: 'b' },
      { id: 'b', parentId: 'a' },
    ];
    expect(parentsOf(ring, 'a')).toEqual(['b', 'a']);
    expect(subtreeOf(ring, 'a')).toEqual(['a', 'b']);
  });
});
