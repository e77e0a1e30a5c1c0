import { assert } from '#src/kernel/assert.ts';

/** Paths of two whole TTF files. */
export type PdfFonts = { regular: string; bold: string };
let paths: PdfFonts | null = null;

/** The first ones stay, because one worker process draws for everybody. */
export function setFonts(fonts: PdfFonts): void {
  paths ??= fonts;
}

export function fontPaths(): PdfFonts {
  assert(paths, 'fonts are set before anything is drawn');
  return paths;
}
