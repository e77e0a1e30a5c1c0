import { readFile } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import { renderToBuffer } from '@react-pdf/renderer';
import { renderAsync } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { withEInvoice } from '../e-invoice-pdf.ts';
import { tagPdf } from '../tagged-pdf.ts';
import { answerWorks } from './answer-works.ts';
import type { Work } from './drawn.ts';
import { type PdfFonts, pdfFont, registerFonts } from './fonts.ts';
import { labelsPdf } from './label-pdf.ts';
import { penned } from './pen/pen.ts';
import { structured } from './structure.ts';
import { tablePdf } from './table-pdf.ts';
import { unpacked } from './tree.ts';

/** The work of the process that draws papers, with the fonts at these places. */
export async function drawPapers(regular: string, bold: string): Promise<void> {
  const ready = fontsFor({ regular, bold });
  await answerWorks(async (work) => drawnOf(JSON.parse(work.toString('utf8')) as Work, await ready));
}

async function fontsFor(fonts: PdfFonts): Promise<Font[]> {
  const [regular, bold] = await Promise.all([readFile(fonts.regular), readFile(fonts.bold), registerFonts(fonts)]);
  return [
    { name: pdfFont, data: regular, weight: 400, style: 'normal' },
    { name: pdfFont, data: bold, weight: 700, style: 'normal' },
  ];
}

async function drawnOf(work: Work, fonts: Font[]): Promise<Uint8Array> {
  if (work.kind === 'table') return tablePdf(work.paper);
  if (work.kind === 'labels') return labelsPdf(work.paper);
  if (work.kind === 'pdf') {
    const own = work.eInvoice ? null : penned(work.tree, work.figures);
    if (own) return own;
    const { tree, parts } = structured(work.tree);
    const plain = await renderToBuffer(unpacked(tree) as Parameters<typeof renderToBuffer>[0]);
    // Read once and written once: each is a tenth of the time. Nobody else waits here, so without pauses in between.
    const document = await PDFDocument.load(plain, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    tagPdf(document, parts, work.figures);
    return work.eInvoice
      ? withEInvoice(document, work.eInvoice)
      : document.save({ updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY });
  }
  const svg = await satori(unpacked(work.tree), { width: work.width, height: work.height, fonts });
  const bitmap = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return bitmap.asPng();
}
