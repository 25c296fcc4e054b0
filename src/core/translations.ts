/** Texts in other languages, by the name of the field and then the language: `{name: {de: 'Kasse'}}`. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const UNTRANSLATED: Translations = {};

/** The fields of a message, which is what an update has of the translations of an incident, a maintenance or a template. */
const OF_MESSAGES: ReadonlySet<string> = new Set(['message', 'messageHtml']);

/** Those of the message alone. */
export function messageTranslations(translations: Translations): Translations {
  return Object.fromEntries(Object.entries(translations).filter(([field]) => OF_MESSAGES.has(field)));
}

/** Whether both hold the same texts, in whatever order: a stored one comes back in another than it was sent in. */
export function areSameTranslations(one: Translations, other: Translations): boolean {
  return sortedText(one) === sortedText(other);
}

function sortedText(translations: Translations): string {
  const sorted = (fields: object) => Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted(translations).map(([field, texts]) => [field, sorted(texts)]));
}
