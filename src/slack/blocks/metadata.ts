/** What marks our messages in a conversation's history. */
const EVENT_TYPE = 'tocsin_page';

/** What a message carries so that it is found again by `key` after a send whose answer never came. Other apps can read it. */
export function messageMetadata(key: string): { event_type: string; event_payload: { key: string } } {
  return { event_type: EVENT_TYPE, event_payload: { key } };
}

/** Whether `metadata`, as a history answers it, is that of the message with `key`. */
export function isMessageOf(key: string, metadata: unknown): boolean {
  if (typeof metadata !== 'object' || metadata === null) return false;
  const { event_type: type, event_payload: payload } = metadata as Record<string, unknown>;
  if (type !== EVENT_TYPE || typeof payload !== 'object' || payload === null) return false;
  return (payload as Record<string, unknown>)['key'] === key;
}
