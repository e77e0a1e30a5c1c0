/**
 * Pictures for social networks, 1200 × 630, drawn with the fonts we ship. They run through a queue: one drawing takes
 * some ten milliseconds of a processor and some megabytes.
 */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { renderAsync } from '@resvg/resvg-js';
import type { ReactElement } from 'react';
import satori, { type Font } from 'satori';
import { oneAtATime } from './one-at-a-time.ts';
import { type PdfFonts, pdfFont, printable, registerFonts } from './pdf.tsx';

export const shareSize = { width: 1200, height: 630 } as const;

let loaded: Promise<Font[]> | null = null;
function fontsFrom(fonts: PdfFonts): Promise<Font[]> {
  loaded ??= Promise.all([readFile(fonts.regular), readFile(fonts.bold), registerFonts(fonts)]).then(
    ([regular, bold]): Font[] => [
      { name: pdfFont, data: regular, weight: 400, style: 'normal' },
      { name: pdfFont, data: bold, weight: 700, style: 'normal' },
    ],
  );
  return loaded;
}

const drawNext = oneAtATime();

/**
 * A PNG of a tree of `div` and `img` with flex layout and inline styles, as satori knows them. `draw` gets a function
 * that leaves out of a text what our fonts cannot show.
 */
export function sharePicture(
  fonts: PdfFonts,
  draw: (shown: (text: string) => string) => ReactElement,
): Promise<Uint8Array<ArrayBuffer>> {
  return drawNext(async () => {
    const ready = await fontsFrom(fonts);
    const svg = await satori(draw(printable), { ...shareSize, fonts: ready });
    const bitmap = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return new Uint8Array(bitmap.asPng());
  });
}

export const dataAddress = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
