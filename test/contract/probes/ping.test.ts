import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asEpochMs } from '../../../src/core/time/instant.ts';
import { pingProblem, probePing } from '../../../src/probes/ping.ts';
import { canPing } from '../../support/system-ping.ts';
import { until } from '../../support/until.ts';

const means = { allowPrivateTargets: true, startedAt: asEpochMs(Date.UTC(2026, 0, 15)) };
const NO_PHASES = {
  dnsTime: null,
  tcpTime: null,
  tlsTime: null,
  firstByteTime: null,
  downloadTime: null,
  responseTime: null,
};
const anyNumber = expect.any(Number) as number;

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A program that stands in for ping: does what the script says, in a directory of its own. */
function standIn(script: string): { program: string; file: (name: string) => string } {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-ping-'));
  made.push(dir);
  const program = join(dir, 'ping');
  writeFileSync(program, `#!/bin/sh\ncd "${dir}"\n${script}\n`);
  chmodSync(program, 0o755);
  return { program, file: (name) => join(dir, name) };
}

const errorWith = async (script: string, host = '127.0.0.1') => {
  const result = await probePing({ host }, { ...means, program: standIn(script).program });
  return result.kind === 'failed' ? result.error : null;
};

describe.skipIf(!canPing())('a real echo', () => {
  test('comes back, and its round trip is the response time', async () => {
    const result = await probePing({ host: '127.0.0.1' }, means);
    expect(result).toEqual({
      kind: 'echo',
      startedAt: means.startedAt,
      phases: { ...NO_PHASES, responseTime: anyNumber },
      echoMs: result.phases.responseTime,
      ssl: null,
    });
  });

  test('of a name says how long the look-up took beside it', async () => {
    expect(await probePing({ host: 'localhost' }, means)).toMatchObject({
      kind: 'echo',
      phases: { dnsTime: anyNumber, responseTime: anyNumber },
    });
  });

  test('needs nothing else of this machine', async () => {
    expect(await pingProblem()).toBeNull();
  });
});

describe('a check by echo', () => {
  test('hands an address to the program, and none of our settings', async () => {
    process.env['TOCSIN_TEST_SECRET'] = 'hunter2';
    const { program, file } = standIn('printf "%s " "$@" > args; env > env; echo "64 bytes: time=1.25 ms"');
    expect(await probePing({ host: 'localhost' }, { ...means, program })).toMatchObject({ echoMs: 1.25 });
    delete process.env['TOCSIN_TEST_SECRET'];
    expect(readFileSync(file('args'), 'utf8')).toMatch(/^-n -c 1 -[wt] 31 (127\.0\.0\.1|::1) $/);
    expect(readFileSync(file('env'), 'utf8')).not.toContain('hunter2');
  });

  test.each([
    [
      'echo "1 packets transmitted, 0 received, 100% packet loss, time 0ms"; exit 1',
      'no echo from 127.0.0.1',
    ],
    [
      'echo "From 192.0.2.1 icmp_seq=1 Destination Host Unreachable"; exit 1',
      'no echo from 127.0.0.1: 192.0.2.1 says Destination Host Unreachable',
    ],
    [
      'echo "ping: connect: Network is unreachable" >&2; exit 2',
      'no echo from 127.0.0.1: ping says connect: Network is unreachable',
    ],
    [
      'echo "ping: socket: Operation not permitted" >&2; echo "ping: => missing cap_net_raw" >&2; exit 2',
      'no echo from 127.0.0.1: ping says socket: Operation not permitted',
    ],
    ['echo oops', 'no echo from 127.0.0.1'],
    ['echo "time=. ms"', 'no echo from 127.0.0.1'],
    ['kill -9 $$', 'no echo from 127.0.0.1'],
  ])('fails where the program does this: %s', async (script, sentence) => {
    expect(await errorWith(script)).toBe(sentence);
  });

  test('names the address beside the name that it was looked up for', async () => {
    expect(await errorWith('exit 1', 'localhost')).toMatch(/^no echo from localhost \((127\.0\.0\.1|::1)\)$/);
  });

  test('fails where the machine that checks has no such program, and says what to do', async () => {
    const program = join(tmpdir(), 'no-such-program');
    const sentence =
      'the machine that checks has no ping program: install it (on Debian, the package iputils-ping)';
    expect(await probePing({ host: '127.0.0.1' }, { ...means, program })).toMatchObject({ error: sentence });
    expect(await pingProblem(program)).toBe(sentence);
  });

  test('fails where the program may not be started', async () => {
    const { program } = standIn('exit 0');
    chmodSync(program, 0o600);
    expect(await probePing({ host: '127.0.0.1' }, { ...means, program })).toMatchObject({
      error: 'the machine that checks could not start its ping program (EACCES)',
    });
  });

  test('leaves no program behind that takes too long', async () => {
    const { program, file } = standIn('echo $$ > pid; exec sleep 300');
    const checked = probePing({ host: '127.0.0.1' }, { ...means, program, timeoutMs: 1_000 });
    expect(await checked).toMatchObject({
      kind: 'failed',
      error: 'no echo from 127.0.0.1 within 1 s',
      phases: NO_PHASES,
    });
    const pid = await until('the program said who it is', () => {
      return existsSync(file('pid')) ? Number(readFileSync(file('pid'), 'utf8')) : null;
    });
    await until('the program is gone', () => !isRunning(pid));
  });

  test('is not thrown by a program that does not stop talking', async () => {
    expect(await errorWith('exec yes')).toMatch(/^no echo from 127\.0\.0\.1/);
  });

  test.each([
    ['127.0.0.1', false, 'a loopback'],
    ['localhost', false, 'a loopback'],
    ['169.254.169.254', true, 'a link-local'],
  ])('starts no program for a forbidden target: %s', async (host, allowPrivateTargets, kind) => {
    const { program, file } = standIn('touch started');
    const result = await probePing({ host }, { ...means, allowPrivateTargets, program });
    expect(result).toMatchObject({ error: expect.stringContaining(`it is ${kind} address`) as string });
    expect(existsSync(file('started'))).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
