/** A paper as a screen reader meets it: its structure with the texts in it. Ours alone, so it always runs. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';

export type Heard = { role: string; text: string; scope: string | null; alt: string | null; kids: Heard[] };

const name = (text: string) => PDFName.of(text);
const textOf = (stream: unknown): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** The letters of a font by the numbers of their shapes. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(
        Number.parseInt(from, 16) + at,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      );
    });
  return letters;
}

/** What is marked on a page by its number, and whether something was drawn that nobody marked. */
function pageOf(page: PDFPage): { texts: Map<number, string>; hasUnmarked: boolean } {
  const fonts = page.node.Resources()?.lookupMaybe(name('Font'), PDFDict);
  const read = new Map(
    (fonts?.entries() ?? []).map(([key]) => [
      key.asString().slice(1),
      lettersOf(textOf(fonts?.lookup(key, PDFDict).lookup(name('ToUnicode')))),
    ]),
  );
  const texts = new Map<number, string>();
  let [mark, depth, font, hasUnmarked] = [-1, 0, '', false];
  for (const line of textOf(page.node.Contents()).split('\n')) {
    const [, mcid] = /MCID (\d+)>> BDC$/.exec(line) ?? [];
    if (mcid !== undefined) {
      mark = Number(mcid);
      texts.set(mark, '');
    } else if (line.endsWith('BMC')) mark = -1;
    if (line.endsWith('BDC') || line.endsWith('BMC')) depth += 1;
    else if (line === 'EMC') depth -= 1;
    else if (depth === 0 && line.trim() !== '') hasUnmarked = true;
    font = /^\/(\S+) \S+ Tf$/.exec(line)?.[1] ?? font;
    if (mark < 0 || !line.endsWith('TJ')) continue;
    const shapes = [...line.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const said = shapes.map((shape) => read.get(font)?.get(Number.parseInt(shape, 16)) ?? '\ufffd').join('');
    texts.set(mark, `${texts.get(mark) ?? ''}${said}`);
  }
  return { texts, hasUnmarked };
}

export async function readPaper(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = document;
  const pages = new Map(document.getPages().map((page) => [page.ref.toString(), pageOf(page)]));
  const heard = (element: PDFDict): Heard => {
    const kids = element.lookupMaybe(name('K'), PDFArray)?.asArray() ?? [];
    const own: Heard = {
      role: element.lookup(name('S'), PDFName).decodeText(),
      text: '',
      scope: null,
      alt: null,
      kids: [],
    };
    own.scope = element.lookupMaybe(name('A'), PDFDict)?.lookupMaybe(name('Scope'), PDFName)?.decodeText() ?? null;
    own.alt = element.lookupMaybe(name('Alt'), PDFHexString)?.decodeText() ?? null;
    const texts: string[] = [];
    for (const kid of kids) {
      const each = context.lookup(kid, PDFDict);
      const mcid = each.lookupMaybe(name('MCID'), PDFNumber)?.asNumber();
      if (mcid === undefined) own.kids.push(heard(each));
      else
        texts.push(
          pages
            .get(String(each.get(name('Pg'))))
            ?.texts.get(mcid)
            ?.trim() ?? '',
        );
    }
    own.text = texts.join(' ');
    return own;
  };
  const [whole] = catalog.lookup(name('StructTreeRoot'), PDFDict).lookup(name('K'), PDFArray).asArray();
  const metadata = catalog.lookup(name('Metadata'));
  const tree = heard(context.lookup(whole, PDFDict));
  return {
    pages: pages.size,
    tree,
    all: flat(tree),
    language: String(catalog.get(name('Lang'))),
    title: document.getTitle() ?? '',
    showsTitle:
      String(catalog.lookupMaybe(name('ViewerPreferences'), PDFDict)?.get(name('DisplayDocTitle'))) === 'true',
    hasUnmarked: [...pages.values()].some((page) => page.hasUnmarked),
    xmp: metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString('utf8') : '',
  };
}

const flat = (one: Heard): Heard[] => [one, ...one.kids.flatMap(flat)];

/** All that is read out below an element, in its sequence. */
export const spoken = (one: Heard): string =>
  flat(one)
    .flatMap(({ text, alt }) => [text, alt ?? ''])
    .filter(Boolean)
    .join(' ');

/** Rows of cells of the tables, in their sequence. */
export const tablesOf = (one: Heard): string[][][] =>
  flat(one)
    .filter(({ role }) => role === 'Table')
    .map(({ kids }) => kids.map((row) => row.kids.map(spoken)));

/** What keeps a paper from being read out as it is meant (PDF/UA-1, as far as rules of ours see it). */
export function barriersOf({ tree, all, ...paper }: Awaited<ReturnType<typeof readPaper>>): string[] {
  const barriers: string[] = [];
  const rule = (what: string, holds: boolean) => {
    if (!holds) barriers.push(what);
  };
  rule('it says that it can be read out', paper.xmp.includes('<pdfuaid:part>1</pdfuaid:part>'));
  rule('it has a language', /^\((de|en-US)\)$/.test(paper.language));
  rule('the window shows its title', paper.showsTitle && paper.title !== '' && paper.xmp.includes('<dc:title>'));
  rule('everything is marked', !paper.hasUnmarked);
  const headings = all.filter(({ role }) => /^H\d$/.test(role)).map(({ role }) => Number(role[1]));
  rule('it has one title', headings.filter((level) => level === 1).length === 1 && headings[0] === 1);
  rule(
    'no heading is left out',
    headings.every((level, at) => at === 0 || level <= (headings[at - 1] ?? 0) + 1),
  );
  for (const each of all) {
    const { role, kids } = each;
    if (role === 'Figure') rule('a picture is explained', Boolean(each.alt));
    if (role === 'TH') rule('a head says what it is the head of', each.scope !== null);
    if (role === 'TR') rule('in a row stand cells', kids.length > 0 && kids.every((kid) => /^T[HD]$/.test(kid.role)));
    if (role === 'P' || /^H\d$/.test(role)) rule('no text is empty', each.text !== '');
    if (role !== 'Table') continue;
    rule('in a table stand rows', kids.length > 0 && kids.every((kid) => kid.role === 'TR'));
    rule('rows are as long as each other', new Set(kids.map((row) => row.kids.length)).size === 1);
    rule(
      'a table has heads',
      flat(each).some((cell) => cell.role === 'TH'),
    );
  }
  rule('letters can be read', !spoken(tree).includes('\ufffd'));
  return [...new Set(barriers)];
}
