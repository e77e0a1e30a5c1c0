import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { renderToBuffer } from '@react-pdf/renderer';
import { renderAsync } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { oneAtATime } from '../one-at-a-time.ts';
import { taggedPdf } from '../tagged-pdf.ts';
import type { Work } from './drawn.ts';
import { type PdfFonts, pdfFont, registerFonts } from './fonts.ts';
import { framed, frameReader } from './frames.ts';
import { unpacked } from './tree.ts';

/** The whole work of the process that `DrawingProcess` starts; it ends when the one that started it does. */
export async function drawPapers(regular: string, bold: string): Promise<void> {
  const ready = fontsFor({ regular, bold });
  // Whatever a library has to say must not stand among the answers.
  console.log = console.info = console.debug = () => {};
  const next = oneAtATime();
  const read = frameReader((message) => {
    next(async () => process.stdout.write(framed(await answerTo(message, await ready))));
  });
  process.stdin.on('data', read);
  await new Promise((ended) => process.stdin.once('end', ended));
}

async function fontsFor(fonts: PdfFonts): Promise<Font[]> {
  const [regular, bold] = await Promise.all([readFile(fonts.regular), readFile(fonts.bold), registerFonts(fonts)]);
  return [
    { name: pdfFont, data: regular, weight: 400, style: 'normal' },
    { name: pdfFont, data: bold, weight: 700, style: 'normal' },
  ];
}

/** A zero and the drawing, or a one and what went wrong: never its message, which may name what was to be drawn. */
async function answerTo(message: Buffer, fonts: Font[]): Promise<Buffer> {
  try {
    return Buffer.concat([Buffer.of(0), await drawnOf(JSON.parse(message.toString('utf8')) as Work, fonts)]);
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : { name: 'unknown' };
    const place = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    return Buffer.concat([Buffer.of(1), Buffer.from(`${name}${place}`)]);
  }
}

async function drawnOf(work: Work, fonts: Font[]): Promise<Uint8Array> {
  const root = unpacked(work.tree);
  if (work.kind === 'pdf') {
    return taggedPdf(await renderToBuffer(root as Parameters<typeof renderToBuffer>[0]), work.figures);
  }
  const svg = await satori(root, { width: work.width, height: work.height, fonts });
  const bitmap = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return bitmap.asPng();
}
