import { BOLD, FONT_PX } from '../../core/schedule/picture/text.ts';
import type { TextRole } from '../../core/schedule/picture/types.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
/** `auto`: as whoever looks at it has set up. */
export type Theme = (typeof THEMES)[number];

/** The colour of each class that has one, light and dark. */
const COLORS: Record<string, { property: string; light: string; dark: string }> = {
  paper: { property: 'fill', light: '#ffffff', dark: '#0f141b' },
  track: { property: 'fill', light: '#eef0f3', dark: '#1b222c' },
  weekend: { property: 'fill', light: '#f6f7f9', dark: '#151b24' },
  minor: { property: 'stroke', light: '#dfe3e8', dark: '#273140' },
  major: { property: 'stroke', light: '#aab2bd', dark: '#4b5766' },
  edge: { property: 'stroke', light: '#00000040', dark: '#ffffff59' },
  many: { property: 'fill', light: '#98a2b0', dark: '#7d8898' },
  stripe: { property: 'fill', light: '#aeb7c3', dark: '#929eae' },
  comb: { property: 'fill', light: '#eef0f3', dark: '#1b222c' },
  gap: { property: 'fill', light: '#fde8e8', dark: '#3a1719' },
  hatch: { property: 'stroke', light: '#e5484d', dark: '#f0666b' },
  'now-line': { property: 'stroke', light: '#1d63d8', dark: '#6aa8ff' },
  'now-flag': { property: 'fill', light: '#1d63d8', dark: '#6aa8ff' },
  'notice-box': { property: 'fill', light: '#fff3d6', dark: '#3a2c0c' },
  mark: { property: 'stroke', light: '#4b5563', dark: '#a9b3c1' },
  't-title': { property: 'fill', light: '#111827', dark: '#f2f4f7' },
  't-range': { property: 'fill', light: '#4b5563', dark: '#a9b3c1' },
  't-notice': { property: 'fill', light: '#6b4400', dark: '#ffd98a' },
  't-major': { property: 'fill', light: '#1f2937', dark: '#dfe4ea' },
  't-minor': { property: 'fill', light: '#4b5563', dark: '#a9b3c1' },
  't-lane': { property: 'fill', light: '#1f2937', dark: '#dfe4ea' },
  halo: { property: 'stroke', light: '#ffffff', dark: '#0f141b' },
  't-gap': { property: 'fill', light: '#4b5563', dark: '#a9b3c1' },
  't-legend': { property: 'fill', light: '#1f2937', dark: '#dfe4ea' },
  't-now': { property: 'fill', light: '#ffffff', dark: '#0f141b' },
};

/** The style sheet of a picture. Only with `auto` does it ask for what the reader prefers. */
export function styleOf(theme: Theme): string {
  const roles = Object.entries(FONT_PX).map(([role, px]) => {
    const weight = BOLD.has(role as TextRole) ? ';font-weight:bold' : '';
    return `.t-${role}{font-size:${px}px${weight}}`;
  });
  // Lines run behind the names of lanes, not through them.
  const halo = '.halo{stroke-width:4px;stroke-linejoin:round;paint-order:stroke}';
  const first = theme === 'dark' ? colors('dark') : colors('light');
  const other = theme === 'auto' ? `@media (prefers-color-scheme:dark){${colors('dark')}}` : '';
  return `${roles.join('')}${halo}${first}${other}`;
}

function colors(theme: 'light' | 'dark'): string {
  return Object.entries(COLORS)
    .map(([name, { property, [theme]: color }]) => `.${name}{${property}:${color}}`)
    .join('');
}
