import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { assert, present } from '#src/kernel/assert.ts';
import { markedPart, type Part } from './drawing/structure.ts';
import { xmpOf } from './xmp.ts';

/** What is marked on a page: a text of a part (null: nobody knows of which), or a picture with its explanation. */
type Marked = { part: number | null } | { alt: string };
type Element = { role: string; parent: Element | null; kids: (Element | { page: PDFRef; mcid: number })[] } & {
  scope: Part['scope'];
  alt: string | null;
};

/**
 * Structure for screen readers (ISO 32000-1, 14.7 and 14.8), put into a finished file, because the library that draws our
 * papers makes none. What a text is (heading, cell, paragraph) is known from its tree (`parts`), by the marks that stand
 * before each; a picture with an explanation (`figures`, in their sequence) becomes a figure; everything else (rims,
 * rules, grounds, the foot of a second page) is decoration.
 */
export function tagPdf(document: PDFDocument, parts: readonly Part[], figures: readonly string[] = []): void {
  const { context, catalog } = document;
  const whole: Element = { role: 'Document', parent: null, kids: [], scope: null, alt: null };
  const elements = parts.map(({ role, scope }): Element => ({ role, parent: null, kids: [], scope, alt: null }));
  /** What is drawn of each page, in its sequence, by the element that it belongs to. */
  const ofPages: Element[][] = [];
  const alts = [...figures];
  const found = new Set<number>();
  /** What was found where no part is known stands after the part before it. */
  const strays: { element: Element; after: number }[] = [];
  let last = -1;
  for (const page of document.getPages()) {
    const { content, marked } = markedContent(
      contentOf(page),
      alts,
      (part) => isArtifact(parts, part) || found.has(part),
    );
    const drawn = marked.map((each, mcid) => {
      const known = 'part' in each && each.part !== null ? each.part : null;
      if (known !== null) last = known;
      const element =
        known === null
          ? {
              role: 'alt' in each ? 'Figure' : 'P',
              parent: null,
              kids: [],
              scope: null,
              alt: 'alt' in each ? each.alt : null,
            }
          : present(elements[known], 'a mark names a part');
      if (known === null) strays.push({ element, after: last });
      element.kids.push({ page: page.ref, mcid });
      return element;
    });
    for (const each of marked) if ('part' in each && each.part !== null) found.add(each.part);
    const before = page.node.get(PDFName.of('Contents'));
    if (before instanceof PDFRef) context.delete(before);
    page.node.set(PDFName.of('Contents'), context.register(packedStream(context, content)));
    page.node.set(PDFName.of('StructParents'), context.obj(ofPages.length));
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    ofPages.push(drawn);
  }
  hang(whole, parts, elements, strays);

  const refs = new Map<Element, PDFRef>();
  const refOf = (element: Element): PDFRef => {
    const ref = refs.get(element) ?? context.nextRef();
    refs.set(element, ref);
    return ref;
  };
  const rootRef = context.nextRef();
  const write = (element: Element): void => {
    const { role, parent, kids, scope, alt } = element;
    const written = context.obj({
      Type: 'StructElem',
      S: role,
      P: parent ? refOf(parent) : rootRef,
      K: kids.map((kid) => ('mcid' in kid ? context.obj({ Type: 'MCR', Pg: kid.page, MCID: kid.mcid }) : refOf(kid))),
    });
    if (scope) written.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: scope }));
    if (alt !== null) written.set(PDFName.of('Alt'), PDFHexString.fromText(alt));
    context.assign(refOf(element), written);
    for (const kid of kids) if (!('mcid' in kid)) write(kid);
  };
  write(whole);
  const numbers = ofPages.flatMap((drawn, at) => [context.obj(at), context.register(context.obj(drawn.map(refOf)))]);
  const root = context.obj({ Type: 'StructTreeRoot', K: [refOf(whole)], ParentTreeNextKey: ofPages.length });
  root.set(PDFName.of('ParentTree'), context.register(context.obj({ Nums: numbers })));
  context.assign(rootRef, root);
  catalog.set(PDFName.of('StructTreeRoot'), rootRef);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }));
  const xmp = xmpOf({ title: document.getTitle() ?? '', author: document.getAuthor() ?? '' });
  const metadata = context.stream(Buffer.from(xmp, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
}

function isArtifact(parts: readonly Part[], part: number): boolean {
  for (let at: number | null = part; at !== null; at = parts[at]?.parent ?? null)
    if (parts[at]?.role === 'Artifact') return true;
  return false;
}

/** Puts the elements in their places. What holds nothing is left out, but for the cells of a row that holds something. */
function hang(
  whole: Element,
  parts: readonly Part[],
  elements: readonly Element[],
  strays: readonly { element: Element; after: number }[],
): void {
  const holds = new Set<number>();
  elements.forEach(({ kids }, at) => {
    for (let up: number | null = kids.length > 0 ? at : null; up !== null; up = parts[up]?.parent ?? null)
      holds.add(up);
  });
  const topOf = (part: number): number => {
    const parent = parts[part]?.parent ?? null;
    return parent === null ? part : topOf(parent);
  };
  const put = (element: Element, parent: Element) => {
    element.parent = parent;
    parent.kids.push(element);
  };
  const putStrays = (top: number) => {
    for (const { element, after } of strays) if ((after < 0 ? -1 : topOf(after)) === top) put(element, whole);
  };
  putStrays(-1);
  parts.forEach(({ parent, role }, at) => {
    const element = elements[at] as Element;
    const isCell = role === 'TD' || role === 'TH';
    if (role !== 'Artifact' && (holds.has(at) || (isCell && parent !== null && holds.has(parent))))
      put(element, parent === null ? whole : (elements[parent] as Element));
    // The last part below a top one: what follows it on the page stands behind it.
    const next = parts[at + 1];
    if (!next || next.parent === null) putStrays(topOf(at));
  });
}

/** The runtime's own is several times as quick as the library's. */
const packedStream = (context: PDFContext, content: string): PDFRawStream =>
  context.stream(deflateSync(Buffer.from(content, 'latin1')), { Filter: 'FlateDecode' });

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
 * in hexadecimal, so no line of a text looks like an operator. `alts` are used up. `isDecoration` says of a part that it is
 * one: because it was said so, or because it was read on a page before.
 */
function markedContent(
  content: string,
  alts: string[],
  isDecoration: (part: number) => boolean = () => false,
): { content: string; marked: Marked[] } {
  const marked: Marked[] = [];
  const lines: string[] = [];
  let decoration: string[] = [];
  const endDecoration = () => {
    if (decoration.length > 0) lines.push('/Artifact BMC', ...decoration, 'EMC');
    decoration = [];
  };
  const begin = (role: 'P' | 'Figure', each: Marked) => {
    endDecoration();
    lines.push(`/${role} <</MCID ${marked.length}>> BDC`);
    marked.push(each);
  };
  let isText = false;
  let part: number | null = null;
  for (const line of content.split('\n')) {
    const mark = isText ? null : markedPart(line);
    if (mark !== null) {
      part = mark;
      continue;
    }
    const alt = isText || !/^\/\S+ Do$/.test(line) ? undefined : alts.shift();
    if (alt !== undefined) {
      begin('Figure', { alt });
      lines.push(line, 'EMC');
    } else if (line === 'BT' && (part === null || !isDecoration(part))) {
      begin('P', { part });
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
