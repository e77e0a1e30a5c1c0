/** The fonts of documents and pictures, and what can be said of a text before it is drawn. */
import { assert } from '#src/kernel/assert.ts';
import { printableIn } from './letters.ts';

export const pdfFont = 'Inter';

/** Paths of two whole TTF files. */
export type PdfFonts = { regular: string; bold: string };
let paths: PdfFonts | null = null;
let shown: ((text: string) => string) | null = null;

/** The first ones stay, because one worker process draws for everybody. */
export function setFonts(fonts: PdfFonts): void {
  paths ??= fonts;
}

export function fontPaths(): PdfFonts {
  assert(paths, 'fonts are set before anything is drawn');
  return paths;
}

/** The text with what our fonts can show. */
export function printable(text: string): string {
  shown ??= printableIn(Object.values(fontPaths()));
  return shown(text);
}
