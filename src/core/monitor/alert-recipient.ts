/** How an alert reaches somebody. INCIDENT reaches whoever the page's rules say, by an incident. */
export const ALERT_TYPES = [
  'INCIDENT',
  'EMAIL',
  'SMS',
  'PHONE_CALL',
  'WEBHOOK',
  'SLACK',
  'DISCORD',
  'MICROSOFT_TEAMS',
  'GOOGLE_CHAT',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export const MAX_RECIPIENT_CHARS = 2_000;

const MAX_EMAIL_CHARS = 254;
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+$/;
const E164 = /^\+[1-9]\d{6,14}$/;
const HTTP_URL = /^https?:\/\/[^\s/?#]+\S*$/i;
const CHANNEL_NAME = /^#[\p{L}\p{N}._-]{1,80}$/u;
const CHANNEL_ID = /^[CDG][A-Z0-9]{2,}$/;

type Form = { readonly fits: (recipient: string) => boolean; readonly words: string };

const URL_FORM: Form = { fits: isHttpUrl, words: 'must be an http(s) URL' };
const PHONE_FORM: Form = {
  fits: (recipient) => E164.test(recipient),
  words: 'must be a phone number in E.164 form such as +4930123456',
};
const FORMS: Record<Exclude<AlertType, 'INCIDENT'>, Form> = {
  EMAIL: { fits: isEmail, words: 'must be an e-mail address' },
  SMS: PHONE_FORM,
  PHONE_CALL: PHONE_FORM,
  SLACK: {
    fits: isSlack,
    words: 'must be a webhook URL, a channel (#name or its id) or a user’s e-mail',
  },
  WEBHOOK: URL_FORM,
  DISCORD: URL_FORM,
  MICROSOFT_TEAMS: URL_FORM,
  GOOGLE_CHAT: URL_FORM,
};

/** Why an alert of that type cannot have that recipient, or null. */
export function recipientProblem(type: AlertType, recipient: string): string | null {
  if (type === 'INCIDENT') {
    return recipient === '' ? null : 'must be empty: an incident tells whom it concerns';
  }
  if (recipient === '') return `is required for ${type}`;
  if (recipient.length > MAX_RECIPIENT_CHARS) return `must have at most ${MAX_RECIPIENT_CHARS} characters`;
  const { fits, words } = FORMS[type];
  return fits(recipient) ? null : words;
}

/** Where a SLACK alert goes: to a webhook, or by the bot to a channel or to the user with an e-mail. */
export function slackPlaceOf(recipient: string): 'webhook' | 'channel' | 'user' {
  if (isHttpUrl(recipient)) return 'webhook';
  return recipient.includes('@') ? 'user' : 'channel';
}

function isSlack(recipient: string): boolean {
  return (
    isHttpUrl(recipient) || CHANNEL_NAME.test(recipient) || CHANNEL_ID.test(recipient) || isEmail(recipient)
  );
}

function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_CHARS && EMAIL.test(text);
}

function isHttpUrl(text: string): boolean {
  return HTTP_URL.test(text) && URL.canParse(text);
}
