/** At most `most` of `work` at once; who comes later waits in the order of coming. */
export function limited<Args extends unknown[], Result>(
  most: number,
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running >= most) await new Promise<void>((go) => void waiting.push(go));
    else running += 1;
    try {
      return await work(...args);
    } finally {
      // The place goes to the next one as it is; only an empty queue frees it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
