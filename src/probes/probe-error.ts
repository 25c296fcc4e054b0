/** A reason why a check could not complete; the message is the sentence that a human reads. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}
