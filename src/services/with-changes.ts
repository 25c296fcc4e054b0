/** What is sent of `T` in a change: a property that is absent or undefined stays as it is. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `stored` with every property that `changes` carries; undefined ones do not count. */
export function withChanges<T extends object>(stored: T, changes: Changes<T>): T {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...stored, ...(Object.fromEntries(sent) as Partial<T>) };
}
