import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs what goes into addresses, and reads it back only where the signature is right. */
export type SignedLinks = {
  sign(payload: string): string;
  /** The payload, or null for anything that this secret did not sign. */
  read(token: string): string | null;
};

/** 128 bits: far beyond guessing, short enough for a link. */
const SIGNATURE_BYTES = 16;

export function createSignedLinks(secret: string): SignedLinks {
  const signatureOf = (payload: string) =>
    createHmac('sha256', secret).update(payload).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (payload) =>
      `${Buffer.from(payload).toString('base64url')}.${signatureOf(payload).toString('base64url')}`,
    read: (token) => {
      const [body, signature, ...rest] = token.split('.');
      if (body === undefined || signature === undefined || rest.length > 0) return null;
      const payload = Buffer.from(body, 'base64url').toString();
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(payload);
      return given.length === right.length && timingSafeEqual(given, right) ? payload : null;
    },
  };
}
