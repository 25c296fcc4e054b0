// What steers a terminal or turns text around; line feeds and tabs stay.
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text from outside as a terminal may show it: what would steer the terminal is a question mark. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, '?');
}

/** JSON that says the same and steers no terminal either. */
export function inJson(json: string): string {
  return json.replaceAll(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As `printable`, and on one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ').trim();
}
