import { cut } from '../notification/message.ts';
import type { AlertView } from './alert-message.ts';

/** About half a minute of speech. */
export const MAX_SPOKEN_CHARS = 400;
/** A long name must leave time for what is wrong. */
const MAX_TITLE_CHARS = 200;

const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/\S*[^\s.,;:!?)\]}'"]/gi;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u20e3\ufe0e\ufe0f]/gu;
/** What no voice has a word for, controls and lone surrogates among it. */
const UNSPEAKABLE = /[_|\\*`~^"“”„«»{}[\]•·…]|\p{C}/gu;
const SPOKEN: readonly (readonly [symbol: RegExp, words: string])[] = [
  [/\//g, ' slash '],
  [/&/g, ' and '],
  [/@/g, ' at '],
  [/#/g, ' number '],
  [/=/g, ' equals '],
  [/</g, ' less than '],
  [/>/g, ' greater than '],
];

/**
 * What a voice says of an alert: what happened and why, in at most 400 characters, without addresses, pictures and
 * symbols that cannot be spoken.
 */
export function spokenAlert({ title, monitor, reason }: AlertView): string {
  const name = speakable(monitor.name);
  const happened = speakable(title.replace(monitor.name, () => (name === '' ? 'a monitor' : name)));
  const why = reason === null ? '' : sentence(speakable(reason));
  return cutAtWord(
    `Tocsin alert. ${sentence(cutAtWord(happened, MAX_TITLE_CHARS))} ${why}`.trim(),
    MAX_SPOKEN_CHARS,
  );
}

function speakable(text: string): string {
  let spoken = text.replaceAll(URL_IN_TEXT, ' a web address ').replaceAll(PICTURE, ' ');
  for (const [symbol, words] of SPOKEN) spoken = spoken.replaceAll(symbol, words);
  return spoken.replaceAll(UNSPEAKABLE, ' ').replaceAll(/\s+/g, ' ').trim();
}

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = cut(text, max, '');
  const end = kept.lastIndexOf(' ');
  return end > 0 ? kept.slice(0, end) : kept;
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
