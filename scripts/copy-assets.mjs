// tsc emits only JavaScript: this adds what the product serves as it is, the types of the client for those who compile
// against it, and the right to run the command line.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync } from 'node:fs';

for (const dir of ['sandbox/page']) {
  if (existsSync(`src/${dir}`)) cpSync(`src/${dir}`, `dist/${dir}`, { recursive: true });
}
execFileSync('tsc', ['-p', 'tsconfig.client.json'], { stdio: 'inherit' });
chmodSync('dist/cli/main.js', 0o755);
