const segmenter = new Intl.Segmenter();
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const ASCII = /^[\x20-\x7e]*$/;

/** How many columns of a terminal a line takes: East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** At most that many columns, with an ellipsis where something was cut off. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = '';
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}
