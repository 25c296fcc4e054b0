const REDACTED = '[redacted]';

/** Fields that hold a secret, whatever it is; a body may. */
const SECRET_KEY =
  /(authorization|cookie|passw(or)?d|passphrase|secret|token|signature|api[-_]?key|private[-_]?key|credential|^(o?auth|key|sig|pwd|body|rawbody|requestbody|responsebody)$|[-_]o?auth(-|_|$))/i;

/** Fields that a log has no need of: telephones, addresses, what people wrote. */
const PRIVATE_KEY = /(phone|recipient|^(text|html|payload|blocks)$)/i;

const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // Keys to our API, and what signs our webhooks.
  [/\btocsin_[\w-]{43}(?![\w-])|\bwhsec_[\w+/=-]{24,}/g, REDACTED],
  [/\bxox[a-z]-[\w-]+|\bxapp-[\w-]+/g, REDACTED],
  // Bounded: a text of any length takes a time in proportion.
  [
    /([?&][\w.-]{0,40}(?:token|key|sig|signature|secret|passw(?:or)?d|pwd|auth|code|credential)[\w.-]{0,40}=)[^&#\s"\\]+/gi,
    `$1${REDACTED}`,
  ],
  // Webhook addresses of chats: whoever has one can write there.
  [
    /\b(https:\/\/(?:hooks\.slack(?:-gov)?\.com|(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks|[\w.-]+\.webhook\.office\.com|outlook\.office(?:365)?\.com\/webhook|[\w.-]+\.logic\.azure\.com(?::443)?|[\w.-]+\.api\.powerplatform\.com(?::443)?|chat\.googleapis\.com))\/[^\s"\\]+/gi,
    `$1/${REDACTED}`,
  ],
  [/\/(acknowledge|heartbeat|inbound|public\/(?:confirm|unsubscribe))\/[^/\s"\\?]+/g, `/$1/${REDACTED}`],
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^:@/\s"]*):[^@/\s"]+@/gi, `$1:${REDACTED}@`],
  [/(?<![\w+])\+\d{5,13}(\d{2})(?!\d)/g, '+…$1'],
];

/** Whether a field of that name holds a secret: also what reads of settings, and not of a log alone, must not show. */
export function isSecretField(name: string): boolean {
  return SECRET_KEY.test(name);
}

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
      inner !== null && (SECRET_KEY.test(key) || PRIVATE_KEY.test(key)) ? REDACTED : redactValue(inner),
    ]),
  );
}
