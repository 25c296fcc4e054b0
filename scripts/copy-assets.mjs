// tsc emits only JavaScript: this copies what the product serves as it is.
import { cpSync, existsSync } from 'node:fs';

for (const dir of ['sandbox/page']) {
  if (existsSync(`src/${dir}`)) cpSync(`src/${dir}`, `dist/${dir}`, { recursive: true });
}
