const REDACTED = '[redacted]';

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

/** One line of JSON log without secrets: by their field's name, and in any text by their form. */
export function redactLine(line: string): string {
  return redactText(`${JSON.stringify(redactValue(JSON.parse(line)))}\n`);
}

function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      inner !== null && SECRET_KEY.test(key) ? REDACTED : redactValue(inner),
    ]),
  );
}
