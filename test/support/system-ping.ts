import { spawnSync } from 'node:child_process';
import { say } from './say.ts';

/** Whether this machine can ping itself. In CI it must: where it cannot, that fails the tests that need it. */
export function canPing(): boolean {
  if (spawnSync('ping', ['-n', '-c', '1', '127.0.0.1']).status === 0) return true;
  if (process.env['CI'] === 'true')
    throw new Error('tests of echoes need a ping that may be used: iputils-ping');
  say('SKIPPED: tests of real echoes, because `ping -c 1 127.0.0.1` does not work here');
  return false;
}
