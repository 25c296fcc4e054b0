import type { EpochMs } from '../time/instant.ts';

/** How long each part of a check took, in ms with fractions; null where it did not happen. */
export type PhaseTimes = {
  readonly dnsTime: number | null;
  readonly tcpTime: number | null;
  readonly tlsTime: number | null;
  readonly firstByteTime: number | null;
  readonly downloadTime: number | null;
  /** The whole of it, from the first look-up to the last byte. */
  readonly responseTime: number | null;
};

export type SslDetails = {
  readonly issuer: string;
  readonly subject: string;
  readonly validFrom: EpochMs;
  readonly validTo: EpochMs;
  /** Whole days left at the check's start; negative once expired. */
  readonly daysUntilExpiration: number;
};

/** A check that got its whole answer. */
export type ResponseResult = {
  readonly kind: 'response';
  readonly startedAt: EpochMs;
  readonly phases: PhaseTimes;
  readonly statusCode: number;
  /** By lower-case name; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True where the body was longer than what is kept. */
  readonly bodyTruncated: boolean;
  readonly ssl: SslDetails | null;
};

/** An echo that came back. */
export type EchoResult = {
  readonly kind: 'echo';
  readonly startedAt: EpochMs;
  readonly phases: PhaseTimes;
  /** The round trip in ms; `responseTime` is the same. */
  readonly echoMs: number;
  readonly ssl: null;
};

/** A TCP connection that was made. */
export type ConnectedResult = {
  readonly kind: 'connected';
  readonly startedAt: EpochMs;
  readonly phases: PhaseTimes;
  readonly ssl: null;
};

/** What DNS answered; where there is nothing, the check failed. */
export type AnswersResult = {
  readonly kind: 'answers';
  readonly startedAt: EpochMs;
  readonly phases: PhaseTimes;
  /** As a zone file says them, in order of text: at least one. Names in lower case without the dot at their end. */
  readonly answers: readonly string[];
  readonly ssl: null;
};

/** A check that could not complete; `error` is a sentence for a human. */
export type FailedResult = {
  readonly kind: 'failed';
  readonly startedAt: EpochMs;
  readonly phases: PhaseTimes;
  readonly error: string;
  readonly ssl: SslDetails | null;
};

export type ProbeResult = ResponseResult | EchoResult | ConnectedResult | AnswersResult | FailedResult;
