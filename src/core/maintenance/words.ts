import { formatInstant } from '../time/format.ts';
import type { EpochMs } from '../time/instant.ts';
import { timeZone } from '../time/zone.ts';
import type { Maintenance } from './maintenance.ts';

/** What subscribers read of a maintenance. */
export type MaintenanceNews = { readonly title: string; readonly text: string };

/** It is ahead. `message` is what was told of it last; it may be empty. */
export function aheadNews(maintenance: Maintenance, message: string): MaintenanceNews {
  const { name, start, end } = maintenance;
  const until = end === null ? '' : ` and is planned to end at ${clock(end)}`;
  return {
    title: `Maintenance ahead: ${name}`,
    text: withMessage(`${name} starts at ${clock(start)}${until}.`, message),
  };
}

/** It has started. */
export function startedNews(maintenance: Maintenance, message: string): MaintenanceNews {
  const { name, end, startedAt, start } = maintenance;
  const until = end === null ? '' : ` It is planned to end at ${clock(end)}.`;
  return {
    title: `Maintenance started: ${name}`,
    text: withMessage(`${name} started at ${clock(startedAt ?? start)}.${until}`, message),
  };
}

/** It is over, or was called off before it started. */
export function endedNews(maintenance: Maintenance): MaintenanceNews {
  const { name, startedAt, endedAt } = maintenance;
  const at = endedAt === null ? '' : ` at ${clock(endedAt)}`;
  return {
    title: `Maintenance completed: ${name}`,
    text:
      startedAt === null
        ? `${name} was marked as completed${at}; it had not started.`
        : `${name} was completed${at}.`,
  };
}

/** Somebody wrote something about it. */
export function updateNews(maintenance: Maintenance, message: string): MaintenanceNews {
  const { name, status, start, end } = maintenance;
  if (status === 'COMPLETED')
    return { ...endedNews(maintenance), ...(message === '' ? {} : { text: message }) };
  const until = end === null ? '' : ` to ${clock(end)}`;
  const plan = status === 'INPROGRESS' ? 'It is in progress' : 'It is planned';
  return {
    title: `Maintenance: ${name}`,
    text: withMessage(`${plan}: ${clock(start)}${until}.`, message),
  };
}

function withMessage(sentence: string, message: string): string {
  return message === '' ? sentence : `${message}\n\n${sentence}`;
}

function clock(at: EpochMs): string {
  return formatInstant(timeZone('UTC'), at);
}
