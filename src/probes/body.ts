import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** What a check reads of a body, counted after decompression, which also disarms a compression bomb. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The codings that are undone here, for Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Reads the body as text, decompressed and in the charset it names (else UTF-8), up to MAX_BODY_BYTES; rejects where the connection breaks first. */
export async function readBody(response: IncomingMessage): Promise<{ body: string; bodyTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let room = MAX_BODY_BYTES;
  for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
    if (room < 0) break;
  }
  const decoder = decoderFor(response.headers['content-type'] ?? '');
  return { body: decoder.decode(Buffer.concat(chunks)), bodyTruncated: room < 0 };
}

function decompressed(response: IncomingMessage): Readable {
  const decompressor = decompressorFor(response.headers['content-encoding'] ?? '');
  // The pipeline hands errors of either side to whoever reads its end.
  return decompressor === null ? response : pipeline(response, decompressor, () => {});
}

/** Flushing at the end lets an empty body (of HEAD, 204, 304) and a cut trailer pass, as browsers do. */
function decompressorFor(encoding: string): Transform | null {
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      return createInflate(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
