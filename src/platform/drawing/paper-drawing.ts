import { readFile } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { renderToBuffer } from '@react-pdf/renderer';
import { renderAsync } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { tagPdf } from '../tagged-pdf.ts';
import type { Work } from './drawn.ts';
import type { PdfFonts } from './font-paths.ts';
import { pdfFont, registerFonts } from './fonts.ts';
import { penned } from './pen/pen.ts';
import { structured } from './structure.ts';
import { unpacked } from './tree.ts';

let ready: Promise<Font[]> | undefined;

async function fontsFor(fonts: PdfFonts): Promise<Font[]> {
  const [regular, bold] = await Promise.all([readFile(fonts.regular), readFile(fonts.bold), registerFonts(fonts)]);
  return [
    { name: pdfFont, data: regular, weight: 400, style: 'normal' },
    { name: pdfFont, data: bold, weight: 700, style: 'normal' },
  ];
}

export async function drawnOf(work: Exclude<Work, { kind: 'document' }>, paths: PdfFonts): Promise<Uint8Array> {
  ready ??= fontsFor(paths);
  const fonts = await ready;
  if (work.kind === 'pdf') {
    const own = penned(work.tree, work.figures);
    if (own) return own;
    const { tree, parts } = structured(work.tree);
    const plain = await renderToBuffer(unpacked(tree) as Parameters<typeof renderToBuffer>[0]);
    // Read once and written once: each is a tenth of the time. Nobody else waits here, so without pauses in between.
    const document = await PDFDocument.load(plain, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    tagPdf(document, parts, work.figures);
    return document.save({ updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY });
  }
  const svg = await satori(unpacked(work.tree), { width: work.width, height: work.height, fonts });
  const bitmap = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return bitmap.asPng();
}
