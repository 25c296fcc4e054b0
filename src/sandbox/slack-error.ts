/** A refusal in the words of the chat service: `{ok: false, error: code}`. */
export class SlackError extends Error {
  override readonly name = 'SlackError';
  readonly code: string;
  /** What exactly is wrong, one line each, for whoever develops against the stand-in. */
  readonly messages: readonly string[];

  constructor(code: string, messages: readonly string[] = []) {
    super(messages.length === 0 ? code : `${code}: ${messages.join('; ')}`);
    this.code = code;
    this.messages = messages;
  }
}
