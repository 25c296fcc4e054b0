/** Works through `items` in their order, `limit` of them at a time; resolves when all are done. */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const worker = async (): Promise<void> => {
    // One iterator for all workers: each takes what comes next.
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
