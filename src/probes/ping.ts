import { execFile } from 'node:child_process';
import type { EchoResult, FailedResult } from '../core/monitor/probe-result.ts';
import type { PingTarget } from '../core/monitor/target.ts';
import { addressOf } from './address.ts';
import { attempt, DEFAULT_TIMEOUT_MS, type Means } from './attempt.ts';
import { ProbeError } from './probe-error.ts';

/** An echo needs a raw socket or its likes, which Node has not: the system's program is asked, by that name or path. */
export type PingMeans = Means & { readonly program?: string };

const PROGRAM = 'ping';
/** The program sees none of our settings, which hold secrets, and answers in one language. */
const ENVIRONMENT = {
  PATH: '/run/wrappers/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};
const MOST_OUTPUT_BYTES = 64 * 1024;
const SHOWN_CHARS = 200;

/**
 * One PING check: an echo a second until one comes back. `responseTime` is that echo's round trip; the look-up of the
 * name is in `dnsTime` alone. Never rejects; without an echo the result is `failed`, and so it is where this machine
 * cannot ping. The program ends by itself soon after the deadline, whatever becomes of this process.
 */
export async function probePing({ host }: PingTarget, means: PingMeans): Promise<EchoResult | FailedResult> {
  const { startedAt, timeoutMs = DEFAULT_TIMEOUT_MS, program = PROGRAM } = means;
  return attempt(means, host, async (check) => {
    const address = await addressOf(host, check);
    const phases = check.stopwatch.stop();
    const run = await ended(program, pingArguments(address, timeoutMs), check.signal);
    const echoMs = roundTripOf(run.stdout);
    if (echoMs !== null) {
      return { kind: 'echo', startedAt, phases: { ...phases, responseTime: echoMs }, echoMs, ssl: null };
    }
    const peer = address === host ? host : `${host} (${address})`;
    throw new ProbeError(check.signal.aborted ? silence(peer, timeoutMs) : complaint(run, peer));
  });
}

/** Why this machine cannot ping, as a sentence, or null. */
export async function pingProblem(program: string = PROGRAM): Promise<string | null> {
  const { code } = await ended(program, ['-V'], AbortSignal.timeout(DEFAULT_TIMEOUT_MS));
  return notStarted(code);
}

type Ended = {
  /** Null: it ended well. A number: its exit code. A text: why it did not start or was cut off. */
  readonly code: string | number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a program to its end, without a shell. Never rejects. */
function ended(program: string, args: readonly string[], signal: AbortSignal): Promise<Ended> {
  const options = { signal, killSignal: 'SIGKILL', env: ENVIRONMENT, maxBuffer: MOST_OUTPUT_BYTES } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? null : (error.code ?? 'killed'), stdout, stderr });
    });
  });
}

/** Numbers for names, one echo back is enough, and an end soon after the check's. */
function pingArguments(address: string, timeoutMs: number): string[] {
  const deadline = process.platform === 'darwin' ? '-t' : '-w';
  return ['-n', '-c', '1', deadline, String(Math.ceil(timeoutMs / 1_000) + 1), address];
}

function roundTripOf(stdout: string): number | null {
  const found = / time[=<]([\d.]+) ?ms/.exec(stdout)?.[1];
  const ms = Number(found);
  return found === undefined || Number.isNaN(ms) ? null : ms;
}

function silence(peer: string, timeoutMs: number): string {
  return `no echo from ${peer} within ${timeoutMs / 1_000} s`;
}

function complaint({ code, stdout, stderr }: Ended, peer: string): string {
  const fault = notStarted(code);
  if (fault !== null) return fault;
  const [, router, news] = /^From (\S+?):? icmp_seq=\d+ (.+)$/m.exec(stdout) ?? [];
  if (router !== undefined) return `no echo from ${peer}: ${shown(`${router} says ${news}`)}`;
  const said = /^(?:ping6?: )?(.+)$/m.exec(stderr)?.[1];
  return said === undefined ? `no echo from ${peer}` : `no echo from ${peer}: ping says ${shown(said)}`;
}

function notStarted(code: Ended['code']): string | null {
  if (code === 'ENOENT') {
    return 'the machine that checks has no ping program: install it (on Debian, the package iputils-ping)';
  }
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return null;
  return `the machine that checks could not start its ping program (${code})`;
}

function shown(text: string): string {
  return text.trim().slice(0, SHOWN_CHARS);
}
