/** The environment as it is; the one place that reads it. */
export function readEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
