import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, SECOND_MS, type EpochMs } from '../time/instant.ts';
import { formatInstant } from '../time/format.ts';
import { timeZone } from '../time/zone.ts';
import type { MonitorStatus } from './status.ts';

/*
 * A HEARTBEAT monitor is not checked: a job calls its address. It is UNKNOWN until a first result, UP after a success, DOWN
 * after a failure that the job tells of itself, and DOWN when no success comes within the interval and the grace after the
 * last one. A monitor that nobody ever called awaits nothing.
 *
 * A start neither moves what is due nor shortens it: a job that hangs is overdue when its next success would have been. Only
 * the very first sign of life, where it is a start, lets the clock begin, so that a first run that hangs is noticed.
 */

/** What a job says of itself. An exit code other than 0 is a failure; null: it gave none. */
export type Signal =
  | { readonly kind: 'START' }
  | { readonly kind: 'SUCCESS' }
  | { readonly kind: 'FAIL'; readonly exitCode: number | null };

/** Serialisable. */
export type Heartbeat = {
  readonly outcome: 'OK' | 'FAILED' | null;
  /** Silence is counted from here: the last success, or what gave the job a fresh interval since. */
  readonly countedFrom: EpochMs | null;
  readonly succeededAt: EpochMs | null;
  /** When a job began that has not ended. */
  readonly startedAt: EpochMs | null;
  readonly lastPing: { readonly kind: Signal['kind']; readonly at: EpochMs } | null;
};

export const NEW_HEARTBEAT: Heartbeat = {
  outcome: null,
  countedFrom: null,
  succeededAt: null,
  startedAt: null,
  lastPing: null,
};

/** What is asked of the job. */
export type Rhythm = { readonly intervalMs: number; readonly graceMs: number; readonly paused: boolean };

/** What a log tells of a ping that ended a run, or of one that did not come. */
export type Report = {
  readonly outcome: 'OK' | 'FAILED';
  /** A sentence without a name and a full stop; null when OK. */
  readonly error: string | null;
  /** Milliseconds from the start that was told to the end; null: no start was told. */
  readonly responseTime: number | null;
};

/** Pings that say the same again within this time are not stored: one tells as much as a flood. */
const SAME_AGAIN_MS = SECOND_MS;
const MAX_EXIT_CODE = 255;
const EXIT_CODE = /^(0|[1-9]\d{0,2})$/;

/** What the part of the address behind the token means, null for nothing: `start`, `fail`, or an exit code of 0 to 255. */
export function readSignal(text: string): Signal | null {
  if (text === 'start') return { kind: 'START' };
  if (text === 'fail') return { kind: 'FAIL', exitCode: null };
  const exitCode = EXIT_CODE.test(text) ? Number(text) : Infinity;
  if (exitCode > MAX_EXIT_CODE) return null;
  return exitCode === 0 ? { kind: 'SUCCESS' } : { kind: 'FAIL', exitCode };
}

/** When silence becomes a failure; null while it does not: nothing was heard yet, it failed already, or it is paused. */
export function dueAt(
  { outcome, countedFrom }: Heartbeat,
  { intervalMs, graceMs, paused }: Rhythm,
): EpochMs | null {
  if (paused || countedFrom === null || outcome === 'FAILED') return null;
  return plusMs(countedFrom, intervalMs + graceMs);
}

/** The status that the last result stands for. */
export function heartbeatStatus({ outcome }: Pick<Heartbeat, 'outcome'>): MonitorStatus {
  if (outcome === null) return 'UNKNOWN';
  return outcome === 'OK' ? 'UP' : 'DOWN';
}

/** Takes a ping in. `report` is null for a start. A paused monitor notes who called and changes nothing else. */
export function hear(
  heartbeat: Heartbeat,
  signal: Signal,
  { now, paused }: { now: EpochMs; paused: boolean },
): { readonly heartbeat: Heartbeat; readonly report: Report | null } {
  const lastPing = { kind: signal.kind, at: now };
  if (signal.kind === 'START') {
    const begins = heartbeat.countedFrom === null && heartbeat.outcome === null && !paused;
    const countedFrom = begins ? now : heartbeat.countedFrom;
    return { heartbeat: { ...heartbeat, countedFrom, startedAt: now, lastPing }, report: null };
  }
  const report = reportOf(heartbeat, signal, now);
  const ended: Heartbeat = { ...heartbeat, startedAt: null, lastPing };
  if (paused) return { heartbeat: ended, report };
  const { outcome } = report;
  if (outcome === 'FAILED') return { heartbeat: { ...ended, outcome }, report };
  return { heartbeat: { ...ended, outcome, countedFrom: now, succeededAt: now }, report };
}

/**
 * Whether a ping tells what is known: the last one said it less than a second ago, and it holds. Of failures it does not
 * compare what they say of themselves (`errorOf`).
 */
export function saysTheSame(
  { lastPing, outcome, startedAt }: Heartbeat,
  { kind }: Signal,
  { now, paused }: { now: EpochMs; paused: boolean },
): boolean {
  if (lastPing?.kind !== kind || Math.abs(now - lastPing.at) >= SAME_AGAIN_MS) return false;
  if (kind === 'START') return startedAt !== null;
  return paused || outcome === (kind === 'SUCCESS' ? 'OK' : 'FAILED');
}

function reportOf(
  { startedAt }: Heartbeat,
  signal: Exclude<Signal, { kind: 'START' }>,
  now: EpochMs,
): Report {
  const responseTime = startedAt === null || startedAt > now ? null : now - startedAt;
  if (signal.kind === 'SUCCESS') return { outcome: 'OK', error: null, responseTime };
  return { outcome: 'FAILED', error: errorOf(signal), responseTime };
}

/** What a failure says of itself. */
export function errorOf({ exitCode }: Extract<Signal, { kind: 'FAIL' }>): string {
  return exitCode === null ? 'the job said that it failed' : `the job ended with exit code ${exitCode}`;
}

/** What is left when a heartbeat that was due did not come. */
export function miss(heartbeat: Heartbeat, now: EpochMs): { heartbeat: Heartbeat; report: Report } {
  return {
    heartbeat: { ...heartbeat, outcome: 'FAILED' },
    report: { outcome: 'FAILED', error: silence(heartbeat, now), responseTime: null },
  };
}

function silence({ succeededAt, startedAt, countedFrom }: Heartbeat, now: EpochMs): string {
  const since = succeededAt ?? startedAt ?? countedFrom ?? now;
  const last = succeededAt === null ? 'the job began at' : 'the last came at';
  const hangs = succeededAt !== null && startedAt !== null ? `; the job began at ${utc(startedAt)}` : '';
  return `no heartbeat for ${lengthText(now - since)}: ${last} ${utc(since)}${hangs}`;
}

/** A fresh interval from now on, as after a pause. */
export function startAfresh(heartbeat: Heartbeat, now: EpochMs): Heartbeat {
  return heartbeat.countedFrom === null ? heartbeat : { ...heartbeat, countedFrom: now };
}

/** A gap up to this long was a restart, not an outage. */
const RESTART_MS = MINUTE_MS;
/** A job calls at about the same second each time; this is how far off it may be. */
const JITTER_MS = MINUTE_MS;

/**
 * What is left after a time in which nobody could hear: a ping may have been refused in it. A job that was expected just then
 * gets a fresh interval, because it will not call before its next turn; after an outage (more than a minute) one whose grace
 * was running too. Any other has up to a minute (less with less grace) from now. What was overdue before stays so. A job that
 * was heard later than now, by a clock that was set back since, is expected an interval from now.
 * One that has had a fresh interval and did not call in it gets no other before it does (`hadItsChance`).
 */
export function afterDeafness(heartbeat: Heartbeat, rhythm: Rhythm, gap: Gap): Heartbeat {
  const due = dueAt(heartbeat, rhythm);
  if (due === null || due <= gap.from) return heartbeat;
  if (heartbeat.countedFrom !== null && heartbeat.countedFrom > gap.to) return startAfresh(heartbeat, gap.to);
  const { intervalMs, graceMs } = rhythm;
  const slackMs = Math.min(graceMs, JITTER_MS);
  if (wasExpectedIn(gap, { due, graceMs, slackMs }) && !hadItsChance(heartbeat, rhythm, gap)) {
    return startAfresh(heartbeat, gap.to);
  }
  const least = plusMs(gap.to, slackMs);
  return due >= least ? heartbeat : { ...heartbeat, countedFrom: plusMs(least, -(intervalMs + graceMs)) };
}

type Gap = { readonly from: EpochMs; readonly to: EpochMs };

function wasExpectedIn(
  gap: Gap,
  { due, graceMs, slackMs }: { due: EpochMs; graceMs: number; slackMs: number },
): boolean {
  const expected = plusMs(due, -graceMs);
  const lastAwaited = gap.to - gap.from > RESTART_MS ? due : plusMs(expected, slackMs);
  return gap.from <= lastAwaited && gap.to >= expected - slackMs;
}

/**
 * Whether a job has had a fresh interval since its last success, and nothing came while it was listened to for half of that
 * and longer: a restart every night, just when the job is expected, must not keep its silence from being found.
 */
function hadItsChance({ succeededAt, countedFrom }: Heartbeat, { intervalMs }: Rhythm, gap: Gap): boolean {
  if (succeededAt === null || countedFrom === null || countedFrom <= succeededAt) return false;
  return gap.from - countedFrom >= intervalMs / 2;
}

/** `45 s`, `6 min`, `2 h 5 min`, `3 d 4 h`: the two largest parts, below an hour one. */
function lengthText(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  const [large, small] =
    ms < DAY_MS
      ? ([
          [HOUR_MS, 'h'],
          [MINUTE_MS, 'min'],
        ] as const)
      : ([
          [DAY_MS, 'd'],
          [HOUR_MS, 'h'],
        ] as const);
  const rest = Math.floor((ms % large[0]) / small[0]);
  return `${Math.floor(ms / large[0])} ${large[1]}${rest === 0 ? '' : ` ${rest} ${small[1]}`}`;
}

const utc = (at: EpochMs): string => formatInstant(timeZone('UTC'), at);
