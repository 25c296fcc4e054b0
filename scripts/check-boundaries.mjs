// Runs the layer rules over src/, then over a planted violation: a check that cannot fail is no check.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const cruise = () =>
  execFileSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'src'], { encoding: 'utf8' });

process.stdout.write(cruise());

const planted = 'src/core/planted-violation.ts';
writeFileSync(
  planted,
  "import { readFileSync } from 'node:fs';\nimport '../config/env.ts';\nexport const x = readFileSync;\n",
);
try {
  const out = cruise();
  process.stderr.write(`the planted violation was not caught:\n${out}`);
  process.exitCode = 1;
} catch (error) {
  const out = String(error.stdout);
  const caught = ['core-no-builtins', 'layer-core'].every((rule) => out.includes(rule));
  process.stdout.write(caught ? 'planted violation caught\n' : `wrong reason:\n${out}`);
  if (!caught) process.exitCode = 1;
} finally {
  rmSync(planted);
}
