/** The API as the demo uses it: what the product answers, or an error that says what it said. */
export type DemoClient = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const TIMEOUT_MS = 15_000;

export function demoClient(url: string, key: string): DemoClient {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    // The demo speaks to the product it was built with.
    return (text === '' ? null : JSON.parse(text)) as T;
  };
}
