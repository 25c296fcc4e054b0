const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** Hues of colours that nobody chose, in degrees; they keep clear of each other. */
const HUES = 24;

/** `#rrggbb` of a colour written in one of CSS's hexadecimal forms, its alpha left out; undefined for anything else. */
export function hexColor(text: string): string | undefined {
  const digits = HEX.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length <= 4 ? digits.slice(0, 3).replaceAll(/./g, '$&$&') : digits.slice(0, 6)}`;
}

/** A colour for `id`: always the same one, of middling brightness. */
export function colorFor(id: string): string {
  const hash = hashOf(id);
  const hue = (hash % HUES) * (360 / HUES);
  const lightness = Math.floor(hash / HUES) % 2 === 0 ? 0.42 : 0.55;
  return hexOfHsl(hue, 0.5, lightness);
}

/** Black or white, whichever stands out more on `#rrggbb`; by at least 4.5 to 1 (WCAG 2, contrast of text). */
export function inkOn(color: string): string {
  const luminance = luminanceOf(color);
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff';
}

/** How much two colours `#rrggbb` stand out against each other, from 1 to 21 (WCAG 2). */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

function hexOfHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
