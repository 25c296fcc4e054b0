const PLAIN_NAME = /^[\w$!-]+$/;

/** A place in a body as a caller writes it: `rules[0].delayInMins`, `headers["x.y"]`; `body` for the whole of it. */
export function fieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = String(step);
    if (!PLAIN_NAME.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
