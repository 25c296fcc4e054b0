import { CONFIGURATION } from './configuration.ts';
import { ON_INCIDENTS } from './incidents.ts';
import { ON_CALL } from './on-call.ts';
import { FOR_READERS } from './readers.ts';
import type { Audited } from './world.ts';

/** Every operation that changes or does something for somebody. */
export const AUDITED: Readonly<Record<string, Audited>> = {
  ...CONFIGURATION,
  ...ON_INCIDENTS,
  ...ON_CALL,
  ...FOR_READERS,
};

/** Operations that change nothing which anybody configured, each with the reason. */
export const UNAUDITED: Readonly<Record<string, string>> = {
  'POST /heartbeat/{token}': 'A job tells of itself, as a check does of its target; no setting.',
  'POST /heartbeat/{token}/start': 'As above.',
  'POST /heartbeat/{token}/fail': 'As above.',
  'POST /heartbeat/{token}/{exit_code}': 'As above.',
  'POST /on-call-schedules/{id}/preview': 'It answers what an edit would do, and does nothing.',
  'POST /v1/{page_id}/metrics/{metric_id}': 'A measurement, of which there may be many a second; no setting.',
  'POST /v1/{page_id}/metrics/{metric_id}/data': 'Measurements, as above.',
};
