import { readFile } from 'node:fs/promises';
import { renderAsync } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import type { Work } from './drawn.ts';
import { type PdfFonts, pdfFont } from './fonts.ts';
import { unpacked } from './tree.ts';

let ready: Promise<Font[]> | undefined;

async function fontsFor(paths: PdfFonts): Promise<Font[]> {
  const [regular, bold] = await Promise.all([readFile(paths.regular), readFile(paths.bold)]);
  return [
    { name: pdfFont, data: regular, weight: 400, style: 'normal' },
    { name: pdfFont, data: bold, weight: 700, style: 'normal' },
  ];
}

export async function drawPicture(work: Extract<Work, { kind: 'png' }>, paths: PdfFonts): Promise<Uint8Array> {
  ready ??= fontsFor(paths);
  const svg = await satori(unpacked(work.tree), { width: work.width, height: work.height, fonts: await ready });
  const bitmap = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return bitmap.asPng();
}
