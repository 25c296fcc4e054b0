import { isObject, listField, textField } from '../json.ts';
import type { MessageContent } from '../limits/message.ts';
import { SlackError } from '../slack-error.ts';

/** What an app says in an immediate answer or through a `response_url`. */
export type AppAnswer = {
  readonly content: MessageContent;
  /** Whether everybody in the channel sees it, or only the person who asked. */
  readonly isPublic: boolean;
  readonly replacesOriginal: boolean;
  readonly deletesOriginal: boolean;
  readonly threadTs: string | null;
};

/** The app's answer; null where it said nothing. What is no JSON is a text; SlackError for broken JSON. */
export function readAnswer(answer: { isJson: boolean; body: string }): AppAnswer | null {
  const body = answer.body.trim();
  if (body === '') return null;
  const read = answer.isJson ? parse(body) : body;
  if (typeof read === 'string') return { ...SILENT, content: { ...SILENT.content, text: read } };
  if (!isObject(read)) throw new SlackError('invalid_payload');
  const deletesOriginal = isYes(read['delete_original']);
  const saysSomething = ['text', 'blocks', 'attachments'].some((key) => read[key] !== undefined);
  if (!saysSomething && !deletesOriginal) return null;
  return {
    content: {
      text: textField(read, 'text') ?? '',
      blocks: listField(read, 'blocks'),
      attachments: listField(read, 'attachments'),
      metadata: read['metadata'] ?? null,
    },
    isPublic: read['response_type'] === 'in_channel',
    replacesOriginal: isYes(read['replace_original']),
    deletesOriginal,
    threadTs: textField(read, 'thread_ts') ?? null,
  };
}

const SILENT: AppAnswer = {
  content: { text: '', blocks: [], attachments: [], metadata: null },
  isPublic: false,
  replacesOriginal: false,
  deletesOriginal: false,
  threadTs: null,
};

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new SlackError('invalid_payload');
  }
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true';
}
