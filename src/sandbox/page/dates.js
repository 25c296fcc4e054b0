// Instants as the reader's own zone and language show them.

const format = (options) => {
  const formatter = new Intl.DateTimeFormat(undefined, options);
  return (date) => formatter.format(date);
};
const formats = {
  time: format({ hour: 'numeric', minute: '2-digit' }),
  time_secs: format({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  date_num: (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
  date: format({ year: 'numeric', month: 'long', day: 'numeric' }),
  date_short: format({ year: 'numeric', month: 'short', day: 'numeric' }),
  date_long: format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
};
const full = format({ dateStyle: 'full', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

const two = (number) => String(number).padStart(2, '0');
const dayOf = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
const daysAgo = (date) => Math.round((dayOf(new Date()) - dayOf(date)) / 86_400_000);

export const dateOfTs = (ts) => new Date(Number(ts) * 1_000);
export const timeText = (date) => formats.time(date);
export const fullText = (date) => full(date);

/** "Today", "Yesterday" or the day. */
export function dayText(date) {
  return pretty(date, formats.date_long);
}

/** "3 minutes ago". */
export function agoText(date) {
  const seconds = Math.round((date - new Date()) / 1_000);
  const [unit, size] = UNITS.find(([, it]) => Math.abs(seconds) >= it) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** The text of `<!date^seconds^format|fallback>`, or null where the format is unknown or the number is none. */
export function slackDate(seconds, pattern) {
  const date = new Date(Number(seconds) * 1_000);
  if (!/^\d{1,12}$/.test(seconds) || Number.isNaN(date.getTime())) return null;
  let isKnown = true;
  const text = pattern.replaceAll(/\{(\w+)\}/g, (_token, name) => {
    const base = name.replace(/_pretty$/, '');
    if (name === 'ago') return agoText(date);
    if (!(base in formats)) {
      isKnown = false;
      return '';
    }
    return base === name ? formats[name](date) : pretty(date, formats[base]);
  });
  return isKnown ? text : null;
}

function pretty(date, otherwise) {
  const days = daysAgo(date);
  if (days < -1 || days > 1) return otherwise(date);
  const text = relative.format(-days, 'day');
  return text[0].toUpperCase() + text.slice(1);
}
