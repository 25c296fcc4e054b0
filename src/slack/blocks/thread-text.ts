import type { EpochMs } from '../../core/time/instant.ts';
import { timeOfDay } from './date.ts';
import { escapeText } from './escape.ts';

const MAX_CHARS = 8_000;
const ENTRY_CHARS = 1_000;

/**
 * Timeline entries as the text of one message, a line each, in the order given; escaped, at most 8,000 characters.
 * What does not fit is counted, never dropped in silence.
 */
export function threadText(entries: readonly { readonly at: EpochMs; readonly text: string }[]): string {
  const lines: string[] = [];
  let used = 0;
  for (const [index, entry] of entries.entries()) {
    const line = `${timeOfDay(entry.at)} ${escapeText(entry.text, ENTRY_CHARS)}`;
    if (used + line.length + 1 > MAX_CHARS - 40) {
      lines.push(`and ${entries.length - index} more`);
      break;
    }
    lines.push(line);
    used += line.length + 1;
  }
  return lines.join('\n');
}
