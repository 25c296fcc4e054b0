import type { Channel } from './channel.ts';
import { escapeHtml, frame, linkHtml, type EmailContent } from './email.ts';
import { cut } from './message.ts';
import { DEFAULT_RULES, type ChannelCheck, type PlanStep } from './plan.ts';

/** What a member is told that is no page, as a message shows it, whatever the channel. */
export type NoticeView = {
  /** What it is about, as a webhook names it. */
  readonly type: string;
  /** One line. */
  readonly title: string;
  /** A few plain sentences; line breaks count. */
  readonly text: string;
  /** Where a browser shows more. */
  readonly url: string | null;
};

/** Two joined GSM-7 segments. */
const MAX_SMS_CHARS = 306;
const MAX_SUBJECT_CHARS = 180;

/**
 * The channels by which a member may be told of a notice, best first: those of their rules (null: the default ones) that
 * work. SMS comes last, because it costs and interrupts; nobody is called for something that can wait.
 */
export function noticeChannels(rules: readonly PlanStep[] | null, works: ChannelCheck): Channel[] {
  const wanted = [...new Set((rules ?? DEFAULT_RULES).map(({ channel }) => channel))];
  const usable = wanted.filter((channel) => channel !== 'PHONE_CALL' && works(channel) === null);
  return [...usable.filter((channel) => channel !== 'SMS'), ...usable.filter((channel) => channel === 'SMS')];
}

/** A notice as an SMS of at most 306 characters; the address of more is left to channels that can show it. */
export function noticeSms({ title, text }: NoticeView): string {
  return cut(`TOCSIN ${sentence(title)} ${text}`.replaceAll(/\s+/g, ' ').trim(), MAX_SMS_CHARS, '...');
}

/** A notice as an e-mail. */
export function noticeEmail({ title, text, url }: NoticeView): EmailContent {
  const line = title.replaceAll(/\s+/g, ' ');
  return {
    subject: `[Tocsin] ${cut(line, MAX_SUBJECT_CHARS)}`,
    text: `${[line, text, ...(url === null ? [] : [`More: ${url}`])].join('\n\n')}\n`,
    html: frame('#1d4ed8', [
      `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(line)}</h1>`,
      `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`,
      url === null ? '' : `<p>${linkHtml(url, 'More')}</p>`,
    ]),
  };
}

function sentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}
