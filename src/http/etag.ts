/**
 * True when an If-None-Match or If-Match header, a list of tags or `*`, names that ETag. A weak tag counts as its strong
 * twin, since ours are exact.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  const named = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
