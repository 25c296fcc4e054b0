import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];
const { resolve } = createRequire(import.meta.url);

/** Read and made ready once a process, when the first picture is asked for. */
let ready: Promise<Uint8Array[]> | undefined;

/**
 * The SVG document as a PNG of its own size, in tens of milliseconds during which nothing else runs. It brings its
 * fonts: a bare machine has none. What DejaVu has no sign for (Chinese, emoji) is drawn as an empty box.
 */
export async function renderPng(svg: string): Promise<Buffer> {
  const fontBuffers = await (ready ??= prepare());
  const document = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  try {
    const image = document.render();
    try {
      return Buffer.from(image.asPng());
    } finally {
      image.free();
    }
  } finally {
    // What is WebAssembly's is not found by the garbage collector.
    document.free();
  }
}

async function prepare(): Promise<Uint8Array[]> {
  try {
    const wasm = await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm'));
    const fonts = await Promise.all(FONTS.map((name) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`))));
    // The last thing that can fail: it must not be done twice.
    await initWasm(wasm);
    return fonts;
  } catch (error) {
    ready = undefined;
    throw error;
  }
}
