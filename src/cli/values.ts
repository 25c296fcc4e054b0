/** The options that were typed. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The value of an option that takes one. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
