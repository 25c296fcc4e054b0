import { parseFields, parseText, type Parsed } from '../core/integration/parse-body.ts';
import type { InboundBody } from '../services/integration/receive.ts';

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Reads what an integration was sent: a form by its fields, anything else as JSON, whatever it calls itself. */
export async function readInbound(bytes: Buffer, contentType: string): Promise<InboundBody> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return {
    contentType,
    text,
    // Tools that send JSON do not always say so, and some call it a form.
    parsed:
      FORM.test(contentType) && !/^\s*[{[]/.test(text) ? await readForm(bytes, contentType) : parseText(text),
  };
}

async function readForm(bytes: Buffer, contentType: string): Promise<Parsed> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
    // Files are none of an alert's fields.
    return parseFields(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch {
    return { kind: 'unread', reason: 'The body is no form, though it calls itself one' };
  }
}
