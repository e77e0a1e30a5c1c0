import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { assert } from '#src/kernel/assert.ts';

type Marked = { role: 'P' | 'Figure'; alt: string | null };

/**
 * Structure for screen readers (ISO 32000-1, 14.7 and 14.8), put into a finished file, because the library that draws our
 * papers makes none. Every line of text becomes a paragraph, in the sequence in which it was drawn, which is the one in
 * which it reads; a picture with an explanation (`figures`, in their sequence) becomes a figure; everything else (rims,
 * rules, grounds) is marked as decoration. What cannot be known afterwards is left out: which lines are headings, which
 * make a table, and where a sentence goes on in the next line. So the file claims no conformance to PDF/UA.
 */
export async function taggedPdf(bytes: Uint8Array, figures: readonly string[] = []): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = document;
  const alts = [...figures];
  const rootRef = context.nextRef();
  const wholeRef = context.nextRef();
  const elements: PDFRef[] = [];
  const parentTree = context.obj([]);
  for (const [index, page] of document.getPages().entries()) {
    const { content, marked } = markedContent(contentOf(page), alts);
    const ofPage = marked.map(({ role, alt }, number) => {
      const element = context.obj({ Type: 'StructElem', S: role, P: wholeRef, Pg: page.ref, K: number });
      if (alt !== null) element.set(PDFName.of('Alt'), PDFHexString.fromText(alt));
      return context.register(element);
    });
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(Buffer.from(content, 'latin1'))));
    page.node.set(PDFName.of('StructParents'), context.obj(index));
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    parentTree.push(context.obj(index));
    parentTree.push(context.register(context.obj(ofPage)));
    elements.push(...ofPage);
  }
  context.assign(wholeRef, context.obj({ Type: 'StructElem', S: 'Document', P: rootRef, K: elements }));
  const root = context.obj({ Type: 'StructTreeRoot', K: [wholeRef], ParentTreeNextKey: document.getPageCount() });
  root.set(PDFName.of('ParentTree'), context.register(context.obj({ Nums: parentTree })));
  context.assign(rootRef, root);
  catalog.set(PDFName.of('StructTreeRoot'), rootRef);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save({ updateFieldAppearances: false });
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams: (PDFObject | undefined)[] =
    contents instanceof PDFArray ? contents.asArray().map((part) => page.doc.context.lookup(part)) : [contents];
  const texts = streams.map((stream) => {
    assert(stream instanceof PDFRawStream, 'a page that was just read has raw streams');
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  });
  return texts.join('\n');
}

/**
 * The operators of a page with their marks. They stand one a line, as the drawing library writes them; text is written
 * in hexadecimal, so no line of a text looks like an operator. `alts` are used up.
 */
export function markedContent(content: string, alts: string[]): { content: string; marked: Marked[] } {
  const marked: Marked[] = [];
  const lines: string[] = [];
  let decoration: string[] = [];
  const endDecoration = () => {
    if (decoration.length > 0) lines.push('/Artifact BMC', ...decoration, 'EMC');
    decoration = [];
  };
  const begin = (role: Marked['role'], alt: string | null) => {
    endDecoration();
    lines.push(`/${role} <</MCID ${marked.length}>> BDC`);
    marked.push({ role, alt });
  };
  let isText = false;
  for (const line of content.split('\n')) {
    const alt = isText || !/^\/\S+ Do$/.test(line) ? undefined : alts.shift();
    if (alt !== undefined) {
      begin('Figure', alt);
      lines.push(line, 'EMC');
    } else if (line === 'BT') {
      begin('P', null);
      lines.push(line);
      isText = true;
    } else if (isText) {
      lines.push(line);
      if (line !== 'ET') continue;
      lines.push('EMC');
      isText = false;
    } else if (line.trim() !== '') decoration.push(line);
  }
  assert(!isText, 'every text object ends');
  endDecoration();
  return { content: lines.join('\n'), marked };
}
