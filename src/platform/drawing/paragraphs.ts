import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';

/** A page: its operators, in which so many paragraphs are marked, in the sequence in which they are read. */
export type MarkedPage = { content: string; paragraphs: number };

/**
 * The finished file with structure for screen readers (ISO 32000-1, 14.7): a paragraph a row or label. Thousands of rows
 * with an element a cell would take seconds, so the file claims no conformance to PDF/UA.
 */
export function withParagraphs(document: PDFDocument, pages: readonly MarkedPage[]): Promise<Uint8Array> {
  const { context, catalog } = document;
  const rootRef = context.nextRef();
  const wholeRef = context.nextRef();
  const elements: PDFRef[] = [];
  const numbers = context.obj([]);
  for (const [index, page] of document.getPages().entries()) {
    const { content, paragraphs } = pages[index] ?? { content: '', paragraphs: 0 };
    const ofPage = Array.from({ length: paragraphs }, (_, number) =>
      context.register(context.obj({ Type: 'StructElem', S: 'P', P: wholeRef, Pg: page.ref, K: number })),
    );
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(Buffer.from(content, 'latin1'))));
    page.node.set(PDFName.of('StructParents'), context.obj(index));
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    numbers.push(context.obj(index));
    numbers.push(context.register(context.obj(ofPage)));
    elements.push(...ofPage);
  }
  context.assign(wholeRef, context.obj({ Type: 'StructElem', S: 'Document', P: rootRef, K: elements }));
  const root = context.obj({ Type: 'StructTreeRoot', K: [wholeRef], ParentTreeNextKey: document.getPageCount() });
  root.set(PDFName.of('ParentTree'), context.register(context.obj({ Nums: numbers })));
  context.assign(rootRef, root);
  catalog.set(PDFName.of('StructTreeRoot'), rootRef);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save({ updateFieldAppearances: false });
}
