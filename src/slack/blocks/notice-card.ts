import type { NoticeView } from '../../core/notification/notice.ts';
import { escapeLine, escapeText, link } from './escape.ts';
import { section, type SlackMessage } from './kit.ts';

const TITLE_CHARS = 300;
const TEXT_CHARS = 2_000;
const LINK_CHARS = 600;

/** A notice as a direct message: what it is in bold, what it says, and where there is more. It asks for nothing. */
export function noticeCard(notice: NoticeView): SlackMessage {
  const title = escapeLine(notice.title, TITLE_CHARS);
  const text = escapeText(notice.text, TEXT_CHARS);
  const lines = [
    text,
    ...(notice.url === null ? [] : [link(notice.url, 'Open in the browser', LINK_CHARS)]),
  ].filter((line) => line !== '');
  return {
    text: title,
    plain: [title, ...lines].join('\n'),
    blocks: [section([`*${title}*`, ...lines].join('\n'))],
  };
}
