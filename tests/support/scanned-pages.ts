import { PDFiumLibrary } from '@hyzyla/pdfium';
import { readBarcodes } from 'zxing-wasm/reader';
import '../e2e/qr.ts';

// A second instance would share its memory.
const library = PDFiumLibrary.init();

/** The QR codes on each page at this resolution. */
export async function scannedPages(file: Uint8Array, dpi: number): Promise<string[][]> {
  const document = await (await library).loadDocument(file);
  const pages: string[][] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' });
    // Pdfium's pixels are BGR; a code is black on white.
    const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as ImageData;
    const codes = await readBarcodes(image, { formats: ['QRCode'] });
    pages.push(codes.map(({ text }) => text));
  }
  document.destroy();
  return pages;
}
