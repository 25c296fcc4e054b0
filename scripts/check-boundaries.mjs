// Runs the layer rules over src/, then over planted violations: a check that cannot fail is no check.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const cruise = () =>
  execFileSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'src'], { encoding: 'utf8' });

process.stdout.write(cruise());

const PLANTED = [
  {
    file: 'src/core/planted-violation.ts',
    source:
      "import { readFileSync } from 'node:fs';\nimport '../config/env.ts';\nexport const x = readFileSync;\n",
    rules: ['core-no-builtins', 'layer-core'],
  },
  {
    file: 'src/client/planted-violation.ts',
    source:
      "import { readFileSync } from 'node:fs';\nimport '../core/json-path.ts';\nexport const x = readFileSync;\n",
    rules: ['client-no-builtins', 'layer-client'],
  },
];
for (const { file, source } of PLANTED) writeFileSync(file, source);
try {
  const out = cruise();
  process.stderr.write(`the planted violations were not caught:\n${out}`);
  process.exitCode = 1;
} catch (error) {
  const out = String(error.stdout);
  const missed = PLANTED.flatMap(({ rules }) => rules).filter((rule) => !out.includes(rule));
  process.stdout.write(
    missed.length === 0 ? 'planted violations caught\n' : `not caught by ${missed}:\n${out}`,
  );
  if (missed.length > 0) process.exitCode = 1;
} finally {
  for (const { file } of PLANTED) rmSync(file);
}
