import { headline, type IncidentView, type PageView } from '../../core/notification/message.ts';
import { escapeLine, link } from './escape.ts';
import { incidentButtons, responseLine } from './incident-card.ts';
import { context, LIMITS, section, type Block, type SlackMessage } from './kit.ts';

// Rows with a button each, then names without, then bare numbers: 1 + 30 + 4 + 1 blocks at most.
const MAX_ROWS = 30;
const ROW_CHARS = 320;
const NAME_CHARS = 60;
// Kept back for the incidents that get no row of their own.
const TAIL_CHARS = 3_000;
const CHUNK_CHARS = 2_900;

/**
 * One rolling message for a storm. Every incident is named: the first ones on a row of their own with the button that
 * moves it on, the rest by number and name, and where even that is too long by number alone; only what exceeds the
 * limits of a message after that is counted as "and N more", with a link to the first of them.
 */
export function bundleCard(view: PageView): SlackMessage {
  const text = escapeLine(headline(view, 400), 600);
  const why = `Why you: ${escapeLine(view.why, 400)}`;
  const count = view.incidents.length;
  const head = section(
    `:rotating_light: *${count === 1 ? '1 incident' : `${count} incidents`}*${view.isRepeat ? ' (this may have reached you before)' : ''}`,
  );
  const { rows, used, rest } = takeRows(view.incidents, LIMITS.messageText - 200 - why.length);
  const tail = tailTexts(rest, LIMITS.messageText - 200 - why.length - used);
  const plain = `${text}\n${why}`;
  return { text, plain, blocks: [head, ...rows, ...tail.map(section), context(why)] };
}

function takeRows(
  incidents: readonly IncidentView[],
  room: number,
): { rows: Block[]; used: number; rest: readonly IncidentView[] } {
  const rows: Block[] = [];
  let used = 0;
  for (const [index, incident] of incidents.entries()) {
    const text = rowText(incident);
    const kept = index === incidents.length - 1 ? 0 : TAIL_CHARS;
    if (rows.length === MAX_ROWS || used + text.length + kept > room) {
      return { rows, used, rest: incidents.slice(index) };
    }
    const [accessory] = incidentButtons(incident);
    rows.push(accessory === undefined ? section(text) : { ...section(text), accessory });
    used += text.length;
  }
  return { rows, used, rest: [] };
}

function rowText(incident: IncidentView): string {
  const name = link(incident.url, `#${incident.number} ${incident.name}`, ROW_CHARS);
  return incident.state === 'TRIGGERED' ? `*${name}*` : `${name}\n${responseLine(incident)}`;
}

function tailTexts(incidents: readonly IncidentView[], room: number): string[] {
  if (incidents.length === 0) return [];
  const named = chunks(
    incidents,
    (incident) => `#${incident.number} ${escapeLine(incident.name, NAME_CHARS)}`,
  );
  if (lengthOf(named) <= room) return named;
  const numbered = chunks(incidents, (incident) => `#${incident.number}`);
  if (lengthOf(numbered) <= room) return numbered;
  return cutNumbers(incidents, room);
}

/** Bare numbers as far as they fit, and how many more there are. */
function cutNumbers(incidents: readonly IncidentView[], room: number): string[] {
  // The most that "and N more" with its link may take.
  const andMore = 400;
  let kept = 0;
  let used = 0;
  for (const incident of incidents) {
    used += `#${incident.number}, `.length;
    if (used > room - andMore) break;
    kept += 1;
  }
  const left = incidents.slice(kept);
  const [first] = left;
  const texts = chunks(incidents.slice(0, kept), (incident) => `#${incident.number}`);
  if (first !== undefined)
    texts.push(`and ${left.length} more, from ${link(first.url, `#${first.number}`, 350)}`);
  return texts;
}

function chunks(incidents: readonly IncidentView[], say: (incident: IncidentView) => string): string[] {
  const texts: string[] = [];
  let current = '';
  for (const incident of incidents) {
    const said = say(incident);
    if (current !== '' && current.length + said.length + 2 > CHUNK_CHARS) {
      texts.push(current);
      current = '';
    }
    current += current === '' ? said : `, ${said}`;
  }
  return current === '' ? texts : [...texts, current];
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
