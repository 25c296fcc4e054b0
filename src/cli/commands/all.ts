import type { Command } from '../command.ts';
import { API_COMMANDS } from './api.ts';
import { EVENT_COMMANDS } from './events.ts';
import { INCIDENT_COMMANDS } from './incidents.ts';
import { MONITOR_COMMANDS } from './monitors.ts';
import { ON_CALL_COMMANDS } from './on-call.ts';
import { RESPONSE_COMMANDS } from './response.ts';
import { SCHEDULE_COMMANDS } from './schedules.ts';
import { WHO_COMMANDS } from './who.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...ON_CALL_COMMANDS,
  ...INCIDENT_COMMANDS,
  ...RESPONSE_COMMANDS,
  ...MONITOR_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...WHO_COMMANDS,
  ...EVENT_COMMANDS,
  ...API_COMMANDS,
];
