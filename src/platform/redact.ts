const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

/** Fields whose value never belongs in a log, whatever it is: secrets, telephones, what people wrote. */
const SECRET_KEY =
  /(authorization|cookie|password|secret|token|signature|api_?key|phone|recipient|^(key|body|text|html|payload|rawbody|requestbody|responsebody|blocks)$)/i;

const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  [/\bxox[a-z]-[\w-]+|\bxapp-[\w-]+/g, REDACTED],
  [/([?&](?:token|key|signature)=)[^&\s"\\]+/gi, `$1${REDACTED}`],
  [/\/(acknowledge|heartbeat|inbound)\/[^/\s"\\?]+/g, `/$1/${REDACTED}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^:@/\s"]*):[^@/\s"]+@/gi, `$1:${REDACTED}@`],
  [/(?<![\w+])\+\d{5,13}(\d{2})(?!\d)/g, '+…$1'],
];

/** The text without what looks like a credential, a secret address or a phone number (its last two digits stay). */
export function redactText(text: string): string {
  return SECRETS_IN_TEXT.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/**
 * A copy of a log's fields with secret ones replaced, to a depth of six. Only plain objects and
 * arrays are walked: what has a class of its own is left to its serializer.
 */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0);
}

function redactObject(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value != null && SECRET_KEY.test(key) ? REDACTED : redactValue(value, depth + 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return isPlainObject(value) ? redactObject(value, depth) : value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
