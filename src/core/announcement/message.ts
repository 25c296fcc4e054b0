import { escapeHtml, frame, linkHtml, type EmailContent } from '../notification/email.ts';
import { cut } from '../notification/message.ts';
import type { EpochMs } from '../time/instant.ts';

/** What a subscriber is told, whatever the channel. */
export type Announced = {
  readonly kind: 'incident' | 'maintenance';
  readonly announcementId: string;
  readonly page: PublicPlace;
  /** When it was announced. */
  readonly at: EpochMs;
  readonly title: string;
  /** Plain sentences; line breaks count. */
  readonly text: string;
  /** Where a browser shows more. */
  readonly url: string;
  readonly unsubscribeUrl: string;
  /** A sentence on why it comes by this way; null: there is nothing to say. */
  readonly note: string | null;
};

/** What somebody is asked who may have subscribed. */
export type Confirmation = {
  readonly page: PublicPlace;
  readonly confirmUrl: string;
};

/** A public page as a message names it. */
export type PublicPlace = { readonly id: string; readonly name: string; readonly url: string };

const BAR = '#1d4ed8';
const MAX_SUBJECT_CHARS = 180;
/** Three joined GSM-7 segments: two addresses stand in it. */
const MAX_SMS_CHARS = 459;
const MAX_PAGE_NAME_IN_SMS = 40;
const MAX_TITLE_IN_SMS = 120;

/** An announcement as an e-mail. */
export function announcementEmail(announced: Announced): EmailContent {
  const { page, title, text, url, unsubscribeUrl, note } = announced;
  const name = oneLine(page.name);
  const line = oneLine(title);
  const why = `You are told because this address subscribed to ${name}.`;
  return {
    subject: cut(`[${name}] ${line}`, MAX_SUBJECT_CHARS),
    text: `${[
      line,
      ...(text === '' ? [] : [text]),
      `More: ${url}`,
      ...(note === null ? [] : [note]),
      `${why}\nUnsubscribe: ${unsubscribeUrl}`,
    ].join('\n\n')}\n`,
    html: frame(BAR, [
      `<p style="margin:0 0 8px;color:#52525b">${escapeHtml(name)}</p>`,
      `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(line)}</h1>`,
      text === '' ? '' : `<p style="white-space:pre-wrap">${escapeHtml(text)}</p>`,
      `<p>${linkHtml(url, 'More on the status page')}</p>`,
      note === null ? '' : `<p>${escapeHtml(note)}</p>`,
      `<p style="color:#52525b;font-size:14px">${escapeHtml(why)} ${linkHtml(unsubscribeUrl, 'Unsubscribe')}</p>`,
    ]),
  };
}

/** An announcement as an SMS: whole addresses, and as much of the rest as has room in three segments. */
export function announcementSms({ page, title, text, url, unsubscribeUrl }: Announced): string {
  const links = ` ${url} Stop: ${unsubscribeUrl}`;
  const head = `${cut(oneLine(page.name), MAX_PAGE_NAME_IN_SMS, '...')}: ${cut(oneLine(title), MAX_TITLE_IN_SMS, '...')}`;
  const words = text === '' ? head : `${head}. ${oneLine(text)}`;
  return `${cut(words, Math.max(head.length, MAX_SMS_CHARS - links.length), '...')}${links}`;
}

/** The question whether an address is to hear of a page, as an e-mail. */
export function confirmationEmail({ page, confirmUrl }: Confirmation): EmailContent {
  const name = oneLine(page.name);
  const ask = `Somebody, probably you, subscribed this address to ${name}. Confirm it and you are told of incidents and maintenances.`;
  const ignore = 'If it was not you, do nothing: you will not be told of anything.';
  return {
    subject: cut(`Confirm your subscription to ${name}`, MAX_SUBJECT_CHARS),
    text: `${[ask, `Confirm: ${confirmUrl}`, ignore].join('\n\n')}\n`,
    html: frame(BAR, [
      `<h1 style="margin:0 0 16px;font-size:20px">Confirm your subscription</h1>`,
      `<p>${escapeHtml(ask)}</p>`,
      `<p>${linkHtml(confirmUrl, 'Confirm the subscription')}</p>`,
      `<p style="color:#52525b;font-size:14px">${escapeHtml(ignore)}</p>`,
    ]),
  };
}

/** The same as an SMS. */
export function confirmationSms({ page, confirmUrl }: Confirmation): string {
  const name = cut(oneLine(page.name), MAX_PAGE_NAME_IN_SMS, '...');
  return `Confirm that this number is to hear of incidents of ${name}: ${confirmUrl}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
