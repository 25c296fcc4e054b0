import { JSONPathEnvironment, type JSONValue } from 'json-p3';

/** Enough for whatever a human looks for, and a bound for `$..*` on a large body. */
const MAX_NODES = 1_000;

const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: 200 });

/** What is wrong with an RFC 9535 JSONPath, as a sentence, or null. */
export function jsonPathProblem(path: string): string | null {
  try {
    environment.compile(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * What an RFC 9535 JSONPath finds in a JSON text: the value where it finds one, the array of them where it finds more
 * (the first 1,000), undefined where it finds nothing, and for a text or path that cannot be read.
 */
export function queryJson(path: string, text: string): JSONValue {
  try {
    return queryDocument(path, JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The same in a document that was read already, as `JSON.parse` makes them. */
export function queryDocument(path: string, document: unknown): JSONValue {
  try {
    const values: JSONValue[] = [];
    for (const node of environment.compile(path).lazyQuery(document as JSONValue)) {
      values.push(node.value);
      if (values.length === MAX_NODES) break;
    }
    return values.length > 1 ? values : values[0];
  } catch {
    return undefined;
  }
}
