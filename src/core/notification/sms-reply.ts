/** What a reply to a page asks for. */
export type SmsReply =
  | { readonly kind: 'acknowledge' | 'resolve'; readonly number: number }
  /** Nothing that is understood: the sender is told what is. */
  | { readonly kind: 'unclear' };

const WORDS: Readonly<Record<string, 'acknowledge' | 'resolve'>> = {
  a: 'acknowledge',
  ack: 'acknowledge',
  acknowledge: 'acknowledge',
  r: 'resolve',
  resolve: 'resolve',
};
const REPLY = /^\s*([a-z]+)[\s:.-]*#?(\d{1,9})(?!\d)/i;

/**
 * Reads a reply such as `A 12` or `R 12`: a letter or its word, then the incident's number; case, a `#`, what stands
 * between and whatever follows (a signature, thanks) do not matter. Numbers are 1 to 999,999,999.
 */
export function parseSmsReply(text: string): SmsReply {
  const match = REPLY.exec(text);
  const kind = WORDS[match?.[1]?.toLowerCase() ?? ''];
  const number = Number(match?.[2]);
  return kind === undefined || !(number > 0) ? { kind: 'unclear' } : { kind, number };
}
