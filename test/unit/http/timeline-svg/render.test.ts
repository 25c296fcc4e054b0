import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_PIECES } from '../../../../src/core/schedule/picture/blocks.ts';
import { pictureOf } from '../../../../src/core/schedule/picture/picture.ts';
import { FONT_PX, textWidth } from '../../../../src/core/schedule/picture/text.ts';
import type { LaneStretch, PictureInput } from '../../../../src/core/schedule/picture/types.ts';
import { asEpochMs, DAY_MS, HOUR_MS } from '../../../../src/core/time/instant.ts';
import { timeZone } from '../../../../src/core/time/zone.ts';
import { renderPng } from '../../../../src/http/timeline-svg/png.ts';
import { renderSvg } from '../../../../src/http/timeline-svg/render.ts';

const { resolve } = createRequire(import.meta.url);
const fontBuffers = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}`)),
);
const START = asEpochMs(Date.UTC(2026, 0, 1));
const NASTY = `<script>alert("1")</script> & 'Zoë'\u0000\u0007\ud83d`;

const turns = (hours: number, days: number, names: string[]): LaneStretch[] =>
  Array.from({ length: (24 * days) / hours }, (_, i) => ({
    start: asEpochMs(START + i * hours * HOUR_MS),
    end: asEpochMs(START + (i + 1) * hours * HOUR_MS),
    memberId: names[i % names.length] ?? '',
    memberName: names[i % names.length] ?? '',
    color: '#336699',
    isOverride: i % 5 === 0,
  }));
const input = (over: Partial<PictureInput> = {}): PictureInput => ({
  name: NASTY,
  window: { start: START, end: asEpochMs(START + 14 * DAY_MS) },
  now: asEpochMs(START + DAY_MS),
  zone: timeZone('Europe/Berlin'),
  lanes: [{ name: NASTY, stretches: turns(12, 14, [NASTY, 'Ben']) }],
  gaps: [{ start: START, end: asEpochMs(START + HOUR_MS) }],
  notice: null,
  width: 960,
  ...over,
});

// The rasteriser reads XML strictly, and is ready after the first picture.
const parse = (svg: string) => new Resvg(svg, { font: { fontBuffers } });
beforeAll(async () => void (await renderPng(renderSvg(pictureOf(input()), 'light'))));

describe('a picture as SVG', () => {
  test('is well-formed whatever people are called, and holds nothing of theirs but text', () => {
    for (const width of [320, 960]) {
      const svg = renderSvg(pictureOf(input({ width })), 'auto');
      expect(parse(svg).width).toBe(width);
      for (const text of ['<script', '\u0000', '\u0007', '\ud83d']) expect(svg).not.toContain(text);
      expect(svg).toContain('&lt;script&gt;');
    }
    expect(() => parse('<svg xmlns="http://www.w3.org/2000/svg"><b></svg>')).toThrow(/parsing failed/);
  });

  test('has a name and a description for who cannot see it', () => {
    const svg = renderSvg(pictureOf(input({ name: 'Primary' })), 'auto');
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="tocsin-title tocsin-desc"/);
    expect(svg).toContain('<title id="tocsin-title">On call: Primary</title>');
    expect(svg).toMatch(/<desc id="tocsin-desc">Thu 1 Jan 2026, 01:00 – /);
  });

  test('follows the reader into the dark, unless told which way it is to look', () => {
    const [auto, light, dark] = (['auto', 'light', 'dark'] as const).map((theme) =>
      renderSvg(pictureOf(input()), theme),
    );
    expect(auto).toContain('@media (prefers-color-scheme:dark)');
    expect(light).not.toContain('@media');
    expect(light).toContain('.paper{fill:#ffffff}');
    expect(dark).toContain('.paper{fill:#0f141b}');
    expect(dark).not.toContain('#ffffff}');
  });

  test('is the same for the same input', () => {
    expect(renderSvg(pictureOf(input()), 'auto')).toBe(renderSvg(pictureOf(input()), 'auto'));
  });

  test('stays small however often people hand over', () => {
    const window = { start: START, end: asEpochMs(START + 366 * DAY_MS) };
    for (const hours of [1, 24]) {
      const stretches = turns(hours, 366, ['Ann', 'Ben', 'Cem']);
      const lanes = Array.from({ length: 10 }, (_, i) => ({ name: `Shift ${i}`, stretches }));
      for (const width of [320, 960, 2_400]) {
        const picture = pictureOf(input({ window, lanes, width }));
        expect(picture.blocks.length).toBeLessThanOrEqual(MAX_PIECES);
        expect(renderSvg(picture, 'auto').length).toBeLessThan(1_500_000);
      }
    }
  });
});

describe('a picture as PNG', () => {
  test('has the size of the picture', async () => {
    const picture = pictureOf(input());
    const png = await renderPng(renderSvg(picture, 'light'));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([picture.width, picture.height]);
  });

  test('has room for every text where the layout says that there is', () => {
    const roles = ['block', 'title'] as const;
    const samples = [
      ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i).repeat(20)),
      ...'ÀßæøñçÿŁőřžşĞıİľƠƯЖЩшцюяΩωλŒ–—…·'.split('').map((one) => one.repeat(20)),
      'Dora Nováková-Šimůnková',
      'Цой Иван Щедрин',
    ];
    const wider: string[] = [];
    for (const role of roles) {
      for (const text of samples) {
        const weight = role === 'title' ? 'bold' : 'normal';
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const box = parse(
          `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="99" font-family="DejaVu Sans"><text y="50" xml:space="preserve" font-size="${FONT_PX[role]}" font-weight="${weight}">${escaped}</text></svg>`,
        ).getBBox();
        if (textWidth(text, role) < (box?.width ?? 0) - 1.5) wider.push(text);
      }
    }
    expect(wider).toEqual([]);
  });
});
