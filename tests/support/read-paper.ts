/** Reads a PDF's structure like a screen reader. Our own, so it always runs. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

export type Heard = { role: string; text: string; scope: string | null; alt: string | null; kids: Heard[] };

const name = (text: string) => PDFName.of(text);
const textOf = (stream: unknown): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Characters of a font by glyph. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      letters.set(Number.parseInt(from, 16) + at, utf16(hex));
    });
  for (const [, from = '', to = '', hex = ''] of map.matchAll(
    /<([0-9a-f]{4})>\s+<([0-9a-f]{4})>\s+<([0-9a-f\s]+)>/gi,
  )) {
    const first = Number.parseInt(from, 16);
    for (let at = 0; first + at <= Number.parseInt(to, 16); at += 1)
      letters.set(
        first + at,
        utf16(hex).replace(/.$/s, (last) => String.fromCharCode(last.charCodeAt(0) + at)),
      );
  }
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, shape = '', hex = ''] of block.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f\s]+)>/gi))
      letters.set(Number.parseInt(shape, 16), utf16(hex));
  return letters;
}

/** A string may contain nested parentheses. */
const letter = String.raw`\\[\s\S]|[^\\()]`;
const nested = Array.from({ length: 8 }).reduce<string>((inner) => `(?:${letter}|\\(${inner}\\))*`, `(?:${letter})*`);
/** Tokens of a content stream (ISO 32000-1, 7.8.2). */
const tokens = new RegExp(String.raw`\(${nested}\)|<<[\s\S]*?>>|<[0-9a-fA-F\s]*>|\[|\]|[^\s()<>[\]]+`, 'g');
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const shapesIn = (token: string): number[] => {
  const bytes = token.startsWith('<')
    ? Buffer.from(token.replaceAll(/[<>\s]/g, ''), 'hex')
    : Buffer.from(
        token
          .slice(1, -1)
          .replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
            /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
          ),
        'latin1',
      );
  return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2));
};

/** Marked content of a page, whether something is unmarked, and whether a glyph is missing. */
function pageOf(page: PDFPage): { texts: Map<number, string>; hasUnmarked: boolean; hasNotdef: boolean } {
  const fonts = page.node.Resources()?.lookupMaybe(name('Font'), PDFDict);
  const read = new Map(
    (fonts?.entries() ?? []).map(([key]) => [
      key.asString().slice(1),
      lettersOf(textOf(fonts?.lookup(key, PDFDict).lookup(name('ToUnicode')))),
    ]),
  );
  const texts = new Map<number, string>();
  const marks: number[] = [];
  let [font, hasUnmarked, hasNotdef] = ['', false, false];
  let strings: string[] = [];
  let before: string[] = [];
  for (const [token] of textOf(page.node.Contents()).matchAll(tokens)) {
    if (/^[(<](?!<)/.test(token)) strings.push(token);
    if (token === 'BDC' || token === 'BMC') {
      const mcid = /\/MCID (\d+)/.exec(before.at(-1) ?? '')?.[1];
      // A span may replace text or mark it as reversed.
      const isArtifact = token === 'BMC' && before.at(-1) !== '/ReversedChars';
      marks.push(mcid === undefined ? (isArtifact ? -1 : (marks.at(-1) ?? -1)) : Number(mcid));
      if (mcid !== undefined) texts.set(Number(mcid), texts.get(Number(mcid)) ?? '');
    } else if (token === 'EMC') marks.pop();
    else if (token === 'Tf') font = before.at(-2)?.slice(1) ?? '';
    else if (token === 'TJ' || token === 'Tj') {
      const mark = marks.at(-1) ?? -1;
      if (marks.length === 0) hasUnmarked = true;
      const shapes = strings.flatMap(shapesIn);
      if (shapes.includes(0)) hasNotdef = true;
      const said = shapes.map((shape) => read.get(font)?.get(shape) ?? '\ufffd');
      if (mark >= 0) texts.set(mark, `${texts.get(mark) ?? ''}${said.join('')}`);
    } else if (/^(S|f|f\*|B|Do|sh)$/.test(token) && marks.length === 0) hasUnmarked = true;
    if (/^[A-Za-z*]+$/.test(token)) [strings, before] = [[], []];
    else before.push(token);
  }
  return { texts, hasUnmarked, hasNotdef };
}

const saidIn = (text: PDFObject | undefined): string | null =>
  text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : null;

export async function readPaper(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = document;
  const pages = new Map(document.getPages().map((page) => [page.ref.toString(), pageOf(page)]));
  const scopeOf = (element: PDFDict): string | null => {
    const attributes = element.lookup(name('A'));
    const all = attributes instanceof PDFArray ? attributes.asArray() : [attributes];
    for (const each of all) {
      const dict = context.lookup(each);
      const scope = dict instanceof PDFDict ? dict.lookupMaybe(name('Scope'), PDFName) : undefined;
      if (scope) return scope.decodeText();
    }
    return null;
  };
  const heard = (element: PDFDict): Heard => {
    const list = element.lookup(name('K'));
    const kids = list instanceof PDFArray ? list.asArray() : list ? [element.get(name('K')) as PDFObject] : [];
    const own: Heard = {
      role: element.lookup(name('S'), PDFName).decodeText(),
      text: '',
      scope: scopeOf(element),
      alt: saidIn(element.lookup(name('Alt'))),
      kids: [],
    };
    const texts: string[] = [];
    for (const kid of kids) {
      const each = kid instanceof PDFRef ? context.lookup(kid) : kid;
      const mcid = each instanceof PDFNumber ? each : (each as PDFDict).lookupMaybe(name('MCID'), PDFNumber);
      if (mcid) {
        const page = each instanceof PDFDict && each.has(name('Pg')) ? each.get(name('Pg')) : element.get(name('Pg'));
        texts.push(pages.get(String(page))?.texts.get(mcid.asNumber())?.trim() ?? '');
      } else if (each instanceof PDFDict && each.has(name('S'))) {
        const inner = heard(each);
        // Typst marks a change of weight or color by a span.
        if (/^(Span|Strong|Em)$/.test(inner.role)) texts.push(spoken(inner));
        else own.kids.push(inner);
      }
    }
    own.text = texts.filter(Boolean).join(' ');
    return own;
  };
  const roots = catalog.lookup(name('StructTreeRoot'), PDFDict).lookup(name('K'));
  const whole = roots instanceof PDFArray ? roots.lookup(0, PDFDict) : (roots as PDFDict);
  const metadata = catalog.lookup(name('Metadata'));
  const tree = heard(whole);
  return {
    pages: pages.size,
    texts: [...pages.values()].map(({ texts }) => [...texts.values()].join(' ')),
    tree,
    all: flat(tree),
    language: String(catalog.get(name('Lang'))),
    title: document.getTitle() ?? '',
    showsTitle:
      String(catalog.lookupMaybe(name('ViewerPreferences'), PDFDict)?.get(name('DisplayDocTitle'))) === 'true',
    hasUnmarked: [...pages.values()].some((page) => page.hasUnmarked),
    hasNotdef: [...pages.values()].some((page) => page.hasNotdef),
    xmp: metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString('utf8') : '',
  };
}

const flat = (one: Heard): Heard[] => [one, ...one.kids.flatMap(flat)];

/** Text below an element. */
export const spoken = (one: Heard): string =>
  flat(one)
    .flatMap(({ text, alt }) => [text, alt ?? ''])
    .filter(Boolean)
    .join(' ');

/** Rows of a table or its parts. */
const rowsOf = ({ kids }: Heard): Heard[] =>
  kids.flatMap((kid) => (/^T(Head|Body|Foot)$/i.test(kid.role) ? kid.kids : [kid]));

export const tablesOf = (one: Heard): string[][][] =>
  flat(one)
    .filter(({ role }) => role === 'Table')
    .map((table) => rowsOf(table).map((row) => row.kids.map(spoken)));

/** Violations of PDF/UA-1, as far as our rules go. */
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
    if (role === 'P' || /^H\d$/.test(role)) rule('no text is empty', spoken(each) !== '');
    if (role !== 'Table') continue;
    const rows = rowsOf(each);
    rule('in a table stand rows', rows.length > 0 && rows.every((row) => row.role === 'TR'));
    rule('rows are as long as each other', new Set(rows.map((row) => row.kids.length)).size === 1);
    // Typst has no row headers, so lists of facts have none.
    rule(
      'a table has heads',
      rows.every((row) => row.kids.length === 2) || flat(each).some((cell) => cell.role === 'TH'),
    );
  }
  rule('letters can be read', !spoken(tree).includes('\ufffd'));
  return [...new Set(barriers)];
}
