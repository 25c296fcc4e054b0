/** One message of a stream of server-sent events. */
export type ServerSentEvent = {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
};

export type EventSourceParser = {
  /** The messages that this part of the stream completes. */
  push(text: string): ServerSentEvent[];
  /** The last id that the stream set, for Last-Event-ID; '' before. */
  readonly lastEventId: string;
  /** How long to wait before connecting again, in ms; null: the stream did not say. */
  readonly retryMs: number | null;
};

/**
 * Reads a stream of server-sent events as the HTML Living Standard says in 9.2.6, in whatever pieces it comes. What a
 * stream ends in the middle of is dropped. The text has lost its byte order mark, as TextDecoder takes it away.
 */
export function eventSourceParser(initialLastEventId = ''): EventSourceParser {
  let rest = '';
  let isAfterReturn = false;
  let type = '';
  let data: string[] = [];
  let id = initialLastEventId;
  let lastEventId = initialLastEventId;
  let retryMs: number | null = null;

  const dispatch = (): ServerSentEvent[] => {
    lastEventId = id;
    const event = { type: type === '' ? 'message' : type, data: data.join('\n'), lastEventId };
    const isEmpty = data.length === 0;
    type = '';
    data = [];
    return isEmpty ? [] : [event];
  };
  const take = (line: string): ServerSentEvent[] => {
    if (line === '') return dispatch();
    const [field, value] = fieldOf(line);
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
    return [];
  };
  return {
    push: (text) => {
      if (text === '') return [];
      const lines = (rest + (isAfterReturn && text.startsWith('\n') ? text.slice(1) : text)).split(
        /\r\n|\n|\r/,
      );
      // That return ended a line at once; a line feed that comes next belongs to it.
      isAfterReturn = text.endsWith('\r');
      rest = lines.pop() ?? '';
      return lines.flatMap(take);
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
  };
}

/** A comment has an empty name, which is no field's. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
