const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const ELLIPSIS = '…';

/**
 * Text of people made safe for mrkdwn: `&`, `<` and `>` as entities and nothing else, which is all that Slack asks
 * for. Unescaped, `<!channel>` in an incident's name would ring everybody.
 */
export function escape(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/**
 * `text` escaped, in at most `max` characters (UTF-16 units) after escaping; where it was cut it ends in an ellipsis,
 * and neither an entity nor a surrogate pair is split. White space is collapsed to single blanks.
 */
export function escapeLine(text: string, max: number): string {
  return escapeCut(text.replaceAll(/\s+/g, ' ').trim(), max);
}

/** Like `escapeLine`, with line breaks kept (three or more in a row become two). */
export function escapeText(text: string, max: number): string {
  return escapeCut(
    text
      .replaceAll('\r\n', '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    max,
  );
}

/** A link in mrkdwn: `label` is escaped and cut so that the whole has at most `max` characters. */
export function link(url: string, label: string, max: number): string {
  const target = escape(url.replaceAll('|', '%7C').replaceAll(/\s/g, '%20').replaceAll('>', '%3E'));
  const room = max - target.length - 3;
  // A link that leaves no room for its label would be cut in the middle: the label alone says more.
  if (room < 8) return escapeLine(label, max);
  return `<${target}|${escapeLine(label, room)}>`;
}

function escapeCut(text: string, max: number): string {
  const whole = escape(text);
  if (whole.length <= max) return whole;
  let kept = '';
  for (const character of text) {
    const safe = ENTITIES[character] ?? character;
    if (kept.length + safe.length + ELLIPSIS.length > max) break;
    kept += safe;
  }
  return kept + ELLIPSIS;
}
