/** Pages on paper: what a browser prints, as a reader and a scanner see it. */

import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from '@playwright/test';
import { readBarcodes } from 'zxing-wasm/reader';
import './qr.ts';

// A second copy would share its memory with the first.
const library = PDFiumLibrary.init();

export type Sheet = {
  text: string;
  /** What the QR codes of the rendered sheet say. */
  codes: string[];
  /** The share of pixels that are not close to white, 0 to 1. */
  ink: number;
};

/** Prints the page on A4 and renders each sheet with 150 dots per inch. */
export async function print(page: Page, printBackground: boolean): Promise<Sheet[]> {
  const pdf = await page.pdf({ format: 'A4', printBackground, preferCSSPageSize: true });
  return sheetsOf(await (await library).loadDocument(pdf));
}

async function sheetsOf(document: PDFiumDocument): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const page of document.pages()) {
    // Rendering closes the page, after which its text cannot be read.
    const text = page.getText();
    const { data, width, height } = await page.render({ scale: 150 / 72, render: 'bitmap', colorSpace: 'Gray' });
    const gray = new Uint8Array(data);
    const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
    gray.forEach((value, at) => {
      pixels.fill(value, at * 4, at * 4 + 3);
    });
    const picture = { data: pixels, width, height, colorSpace: 'srgb' } as ImageData;
    const codes = await readBarcodes(picture, { formats: ['QRCode'] });
    sheets.push({
      text,
      codes: codes.filter(({ isValid }) => isValid).map(({ text }) => text),
      ink: gray.filter((value) => value < 224).length / gray.length,
    });
  }
  document.destroy();
  return sheets;
}
