import { createHash } from 'node:crypto';
import { embedFacturX, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { assert } from '#src/kernel/assert.ts';
import { withAccessibility } from './xmp.ts';

/** An invoice for machines that goes into its paper. */
export type EInvoice = {
  /** Cross Industry Invoice, profile EN 16931; null: the paper is for people alone, and kept for long all the same. */
  xml: string | null;
  title: string;
  author: string;
  description: string;
  /** Epoch milliseconds; the file says no other moment, so that the same paper is the same file. */
  issuedAt: number;
};

/** The tagged document as the file of a PDF/A-3 with the invoice for machines inside (Factur-X, ZUGFeRD). */
export async function withEInvoice(document: PDFDocument, { xml, issuedAt, ...said }: EInvoice): Promise<Uint8Array> {
  forgetMoments(document);
  const at = new Date(issuedAt);
  document.setTitle(said.title);
  document.setAuthor(said.author);
  document.setCreationDate(at);
  document.setModificationDate(at);
  document.setProducer('Startblock');
  document.setCreator('Startblock');
  if (xml === null) document.convertToPDFA({ conformance: '3B' });
  else {
    const dates = { creationDate: at, modificationDate: at };
    const asBytes = new TextEncoder().encode(xml);
    await embedFacturX(document, asBytes, { conformanceLevel: 'EN 16931', description: said.description, ...dates });
  }
  sayAccessible(document);
  const { context } = document;
  const hash = createHash('md5').update(`${said.author}|${said.title}|${issuedAt}|${xml}`).digest('hex');
  context.trailerInfo.ID = context.obj([PDFHexString.of(hash), PDFHexString.of(hash)]);
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

function sayAccessible({ catalog, context }: PDFDocument): void {
  const name = PDFName.of('Metadata');
  const metadata = catalog.lookup(name);
  assert(metadata instanceof PDFRawStream, 'a file that is archived has its metadata');
  const xmp = Buffer.from(metadata.getContents()).toString('utf8');
  const stream = context.stream(Buffer.from(withAccessibility(xmp), 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  context.assign(catalog.get(name) as PDFRef, stream);
}

/** When it was drawn stands in objects of their own, which would stay behind. */
function forgetMoments({ context }: PDFDocument): void {
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return;
  for (const value of info.values()) if (value instanceof PDFRef) context.delete(value);
}
