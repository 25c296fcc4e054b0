const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** What somebody typed, from the text that Slack sends of it: the inverse of escaping `&`, `<` and `>`. */
export function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => CHARACTERS[entity] ?? entity);
}
