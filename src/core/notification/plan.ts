import { MINUTE_MS, plusMs, type EpochMs } from '../time/instant.ts';
import type { Channel } from './channel.ts';

/** One step of a member's plan: a channel, and how long after the firing it is tried. */
export type PlanStep = { readonly channel: Channel; readonly delayInMins: number };

/** A step as it is to be sent: its place in the plan and its instant. */
export type PlannedStep = { readonly channel: Channel; readonly step: number; readonly dueAt: EpochMs };

/** A step that cannot be: the channel has no settings here, or the member no address for it. */
export type LeftOutStep = PlannedStep & { readonly reason: string };

/** Why a channel does not work for a member; null: it works. */
export type ChannelCheck = (channel: Channel) => string | null;

/** Chat and e-mail at once, an SMS after 2 minutes, a call after 5: what a member gets who has set nothing. */
export const DEFAULT_RULES: readonly PlanStep[] = [
  { channel: 'CHAT', delayInMins: 0 },
  { channel: 'EMAIL', delayInMins: 0 },
  { channel: 'SMS', delayInMins: 2 },
  { channel: 'PHONE_CALL', delayInMins: 5 },
];

/**
 * The steps by which one member is told of one firing that is due at `dueAt`.
 *
 * `earlier` is what the member already has of this incident: `none`; `same`: a set planned for the same instant, which
 * is shared, so that nothing is added; or `older`: a set from an earlier firing, beside which only the steps without
 * delay are sent again (`older` sets go on at their own times, so frequent firings never push a later channel away).
 * `taken`: somebody has the incident and this member is asked for by hand, so they are told once, now.
 * Where the older set has nothing left to send and the plan has no step without delay, the plan starts over.
 */
export function planSteps(input: {
  rules: readonly PlanStep[] | null;
  works: ChannelCheck;
  dueAt: EpochMs;
  earlier: 'none' | 'same' | 'older, still sending' | 'older, all sent' | 'taken';
}): { steps: PlannedStep[]; leftOut: LeftOutStep[] } {
  const steps: PlannedStep[] = [];
  const leftOut: LeftOutStep[] = [];
  (input.rules ?? DEFAULT_RULES).forEach(({ channel, delayInMins }, step) => {
    const planned = { channel, step, dueAt: plusMs(input.dueAt, Math.round(delayInMins * MINUTE_MS)) };
    const reason = input.works(channel);
    if (reason === null) steps.push(planned);
    else leftOut.push({ ...planned, reason });
  });
  const atOnce = (step: PlannedStep) => step.dueAt === input.dueAt;
  switch (input.earlier) {
    case 'none':
      return { steps, leftOut };
    case 'same':
      return { steps: [], leftOut: [] };
    case 'older, still sending':
      return { steps: steps.filter(atOnce), leftOut: leftOut.filter(atOnce) };
    case 'taken': {
      const now = steps.filter(atOnce);
      const first = steps.slice(0, 1).map((step) => ({ ...step, dueAt: input.dueAt }));
      return { steps: now.length > 0 ? now : first, leftOut: leftOut.filter(atOnce) };
    }
    case 'older, all sent':
      return steps.some(atOnce)
        ? { steps: steps.filter(atOnce), leftOut: leftOut.filter(atOnce) }
        : { steps, leftOut };
  }
}
