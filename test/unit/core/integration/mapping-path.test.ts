import { describe, expect, it } from 'vitest';
import { mappingPathProblem } from '../../../../src/core/integration/mapping-path.ts';
import { readEvent } from '../../../../src/core/integration/read-event.ts';

describe('a path of a mapping', () => {
  it.each([
    '$',
    '$.alert.name',
    "$['a b'][0]",
    '$[*].title',
    '$..title',
    "$.tags[?@.key == 'host'].value",
    '$.list[-1:]',
    '$[?length(@.name) > 3].name',
  ])('may be %s', (path) => {
    expect(mappingPathProblem(path)).toBeNull();
  });

  it.each([
    'alert.name',
    '$[',
    '',
    '$..a..b',
    '$[?$..x]',
    '$[?count($[*]) > 1]',
    '$[*,*]',
    "$..[?match(@.a, '(a+)+')]",
    "$..[?search (@.a, '(a+)+')]",
  ])('may not be %s', (path) => {
    expect(mappingPathProblem(path)).not.toBeNull();
  });

  it('is quick on a body that is made to be slow', () => {
    const wide = Array.from({ length: 100_000 }, () => ({ a: [{}] }));
    const started = performance.now();
    for (const title of [
      '$..[?@.a[?@.b]].c',
      '$[?count(@..*) > 1000].a',
      '$..[?@.x == @.y].z',
      '$..*[?@.q]',
    ]) {
      readEvent(wide, { title });
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
