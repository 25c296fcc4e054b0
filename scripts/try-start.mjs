// Starts the built product with the node that runs this, waits until it is ready, ends it, and says how long each took.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READY_WITHIN_MS = 60_000;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-start-'));
const startedAt = Date.now();
const product = spawn(process.execPath, ['dist/start/main.js'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = new Promise((resolve) => product.once('exit', resolve));

const isReady = async () => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
};
let ready = false;
while (!ready && product.exitCode === null && Date.now() - startedAt < READY_WITHIN_MS) {
  ready = await isReady();
  if (!ready) await new Promise((resolve) => setTimeout(resolve, 50));
}
const readyMs = Date.now() - startedAt;
product.kill('SIGTERM');
const code = await ended;
rmSync(dataDir, { recursive: true, force: true });
console.log(`node ${process.version}: ready ${ready ? `in ${readyMs} ms` : 'never'}, ended with ${code}`);
process.exitCode = ready && code === 0 ? 0 : 1;
