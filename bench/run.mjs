// npm run bench              every benchmark, one after the other
// npm run bench -- pages     only those whose names are given
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(here)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such benchmark: ${unknown.join(', ')}. There are: ${all.join(', ')}.\n`);
  process.exit(2);
}

// Each in a process of its own: what one leaves behind must not slow the next down.
for (const name of asked.length > 0 ? asked : all) {
  process.stdout.write(`\n== ${name}\n`);
  const child = spawn(process.execPath, ['--import', './scripts/typescript.mjs', `bench/${name}.ts`], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
