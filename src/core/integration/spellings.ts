import type { EventField } from './types.ts';
import { isObject, type JsonObject } from './value.ts';

/** The common names of each field, the likeliest first, in small letters and digits alone: `alertName`, `alert_name`. */
const SPELLINGS: Readonly<Record<EventField, readonly string[]>> = {
  title: words(
    'title subject headline summary alertname alerttitle rulename incidentname checkname monitorname ' +
      'monitorfriendlyname problemtitle name message msg text',
  ),
  description: words(
    'description details detail longdescription body reason cause error errormessage message msg text',
  ),
  dedupKey: words(
    'dedupkey deduplicationkey dedup incidentkey alias fingerprint groupkey alertid incidentid problemid checkid ' +
      'monitorid testid id',
  ),
  status: words(
    'status state alertstatus alertstate currentstate newstate newstatevalue monitorstatus monitorcondition transition ' +
      'eventaction action eventtype event type',
  ),
  severity: words('severity priority level urgency importance criticality impact'),
  component: words(
    'component service host hostname instance resource entity server node application app job monitorname checkname source',
  ),
  url: words(
    'url link href htmlurl weburl alerturl incidenturl dashboardurl problemurl generatorurl externalurl clienturl sourceurl',
  ),
};

/** What tools put an alert into, beside the body itself. */
const WRAPPERS = words('alert incident problem event payload data annotations labels monitor check');

/** An event's own id is another one each time. */
const NO_ID_OF_AN_ALERT = new Set(['event', 'payload', 'data']);

/** The parts of a body in which fields are looked for, each by its names in small letters and digits. */
export type Places = readonly {
  readonly wrapper: string | null;
  readonly fields: ReadonlyMap<string, unknown>;
}[];

export function placesIn(body: unknown): Places {
  if (!isObject(body)) return [];
  const root = fieldsOf(body);
  return [
    { wrapper: null, fields: root },
    ...WRAPPERS.flatMap((wrapper) => {
      const inner = root.get(wrapper);
      return isObject(inner) ? [{ wrapper, fields: fieldsOf(inner) }] : [];
    }),
  ];
}

/** All that stands under a common name of a field, the likeliest first. */
export function* candidates(places: Places, field: EventField): Generator<unknown> {
  for (const spelling of SPELLINGS[field]) {
    for (const { wrapper, fields } of places) {
      if (spelling === 'id' && wrapper !== null && NO_ID_OF_AN_ALERT.has(wrapper)) continue;
      if (fields.has(spelling)) yield fields.get(spelling);
    }
  }
}

/** Of two names that differ in case alone, the first counts. */
function fieldsOf(object: JsonObject): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    const spelling = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (!fields.has(spelling)) fields.set(spelling, value);
  }
  return fields;
}

function words(text: string): string[] {
  return text.split(' ');
}
