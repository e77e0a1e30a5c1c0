import { Buffer } from 'node:buffer';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { templates } from '#src/gen/templates.ts';
import { assert } from '#src/kernel/assert.ts';
import type { DocumentWork, PictureWork } from './document.ts';
import type { FontPaths, ScriptFont } from './font-files.ts';
import { breakable, missingSign, printing, readFont } from './letters.ts';

const property = (name: string, valueType: string, category: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${valueType}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`;
const schema = (title: string, prefix: string, uri: string, properties: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${title}</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const facturXSchema = schema(
  'Factur-X PDFA Extension Schema',
  'fx',
  facturX,
  ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']
    .map((name) => property(name, 'Text', 'external'))
    .join(''),
);
const facturXWords = `<rdf:Description rdf:about="" xmlns:fx="${facturX}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`;

const accessible = 'http://www.aiim.org/pdfua/ns/id/';
const accessibleSchema = schema(
  'PDF/UA Universal Accessibility Schema',
  'pdfuaid',
  accessible,
  property('part', 'Integer', 'internal'),
);
const accessibleWords = `<rdf:Description rdf:about="" xmlns:pdfuaid="${accessible}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;

type PdfObject = { number: number; text: string };

/** A PDF object of a file by Typst: `12 0 obj … endobj`. */
function objectAround(pdf: Buffer, place: number): PdfObject {
  const begins = pdf.lastIndexOf(' 0 obj\n', place);
  const number = Number(pdf.toString('latin1', pdf.lastIndexOf('\n', begins) + 1, begins));
  const ends = pdf.indexOf('\nendobj', place);
  assert(place > 0 && number > 0 && ends > 0, 'a PDF of Typst has plain metadata and a plain catalog');
  return { number, text: pdf.toString('utf8', begins + ' 0 obj\n'.length, ends) };
}

/** Appends new versions of these objects (ISO 32000-1, 7.5.6). */
function withUpdates(pdf: Buffer, objects: readonly PdfObject[]): Buffer {
  const end = pdf.toString('latin1', pdf.lastIndexOf('trailer'));
  const [, dictionary = '', before = ''] = /^trailer\s*<<(.*)>>\s*startxref\s+(\d+)/s.exec(end) ?? [];
  assert(before !== '', 'a PDF of Typst ends with a table of its objects');
  const parts = [pdf, Buffer.from('\n')];
  let length = pdf.length + 1;
  let table = 'xref\n';
  for (const { number, text } of objects) {
    const part = Buffer.from(`${number} 0 obj\n${text}\nendobj\n`);
    table += `${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    length += part.length;
  }
  const trailer = `trailer\n<<${dictionary}/Prev ${before}\n>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer, 'latin1')]);
}

/**
 * Adds metadata that Typst lacks: PDF/UA-1 beside PDF/A-3a, the title display and, with `isInvoice`, the four Factur-X
 * properties.
 */
export function withArchiveMetadata(pdf: Buffer, isInvoice: boolean): Buffer {
  const metadata = objectAround(pdf, pdf.indexOf('/Type /Metadata'));
  const catalog = objectAround(pdf, pdf.lastIndexOf('/Type /Catalog'));
  const [xmp = ''] = /<\?xpacket[\s\S]*<\?xpacket end="\w"\?>/.exec(metadata.text) ?? [];
  const bag = '</rdf:Bag></pdfaExtension:schemas>';
  const preferences = '/ViewerPreferences <<';
  assert(xmp.includes(bag), 'the metadata of a PDF/A-3a has a list of schemas');
  assert(catalog.text.includes(preferences), 'the catalog has preferences');
  const told = xmp
    .replace(bag, `${accessibleSchema}${isInvoice ? facturXSchema : ''}${bag}`)
    .replace('</rdf:RDF>', `${accessibleWords}${isInvoice ? facturXWords : ''}</rdf:RDF>`);
  const head = `<<\n/Type /Metadata\n/Subtype /XML\n/Length ${Buffer.byteLength(told)}\n>>\nstream\n`;
  return withUpdates(pdf, [
    { ...metadata, text: `${head}${told}\nendstream` },
    { ...catalog, text: catalog.text.replace(preferences, `${preferences}\n/DisplayDocTitle true`) },
  ]);
}

/** A virtual root: templates read only files that are handed over. */
const root = '/startblock-documents';
/** The compiler evicts results unused by this many documents. */
const maxCacheAge = 3;
const pictureWidth = 1200;

type Diagnostic = { path?: string; range?: { start: { line: number; character: number } } | null };

/** Names the place in the template and no text, which may be data. */
class TemplateError extends Error {
  override readonly name: string;
  constructor(template: string, diagnostics: readonly Diagnostic[]) {
    super('a template cannot be compiled');
    const [{ path = '', range = null } = {}] = diagnostics;
    const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
    this.name = `TemplateError ${template} at ${path.replace(root, '')}${place}`;
    this.stack = '';
  }
}

function compilerWith({ regular, bold, scripts }: FontPaths, loaded: ReadonlySet<ScriptFont>): NodeCompiler {
  const paths = [regular, bold, ...[...loaded].flatMap((font) => scripts[font])];
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: paths.map(readFont) }] });
  for (const [path, text] of Object.entries(templates)) compiler.mapShadow(`${root}/${path}`, Buffer.from(text));
  return compiler;
}

/** `note` gets the code points that no font has. */
export type Compile = (
  work: DocumentWork | PictureWork,
  note?: (missing: readonly number[]) => void,
) => Promise<Uint8Array>;

/** Compiles documents one after the other. Fonts besides Inter are loaded on demand. */
export function documentCompiler(paths: FontPaths): Compile {
  const loaded = new Set<ScriptFont>();
  let compiler = compilerWith(paths, loaded);
  const begin = printing(paths);

  return async (work, note) => {
    const { template, data, pictures } = work;
    const xml = work.kind === 'document' ? work.xml : null;
    const { print, fonts, missing } = begin();
    // A text of pictographs only is not left out, because a heading must not be empty.
    const shown = (_: string, value: unknown) =>
      typeof value === 'string' ? breakable(print(value) || (value && missingSign)) : value;
    const record = JSON.stringify(data, shown);
    if (missing().length > 0) note?.(missing());
    if (fonts().some((font) => !loaded.has(font))) {
      for (const font of fonts()) loaded.add(font);
      compiler = compilerWith(paths, loaded);
    }
    const files: [string, Buffer][] = [
      ['data.json', Buffer.from(record)],
      ['fonts.json', Buffer.from(JSON.stringify(['Inter', ...fonts()]))],
      ...Object.entries(pictures).map(([name, bytes]): [string, Buffer] => [name, Buffer.from(bytes, 'base64')]),
      ...(xml === null ? [] : [['factur-x.xml', Buffer.from(xml)] satisfies [string, Buffer]]),
    ];
    for (const [name, bytes] of files) compiler.mapShadow(`${root}/${name}`, bytes);
    try {
      const compiled = compiler.compile({ mainFilePath: `${root}/${template}` });
      if (!compiled.result) {
        const error = compiled.takeDiagnostics();
        throw new TemplateError(template, error ? (compiler.fetchDiagnostics(error) as Diagnostic[]) : []);
      }
      const { result } = compiled;
      if (work.kind === 'picture') return await toPng(compiler.plainSvg(result));
      const { standard, isTagged, issuedAt } = work;
      const pdf = toPdf(template, () =>
        compiler.pdf(result, {
          ...(isTagged ? { pdfStandard: standard } : { pdfTags: false }),
          ...(issuedAt === null ? {} : { creationTimestamp: Math.floor(issuedAt / 1000) }),
        }),
      );
      return standard === 'a-3a' ? withArchiveMetadata(pdf, xml !== null) : pdf;
    } finally {
      for (const [name] of files) compiler.unmapShadow(`${root}/${name}`);
      compiler.evictCache(maxCacheAge);
      // The library frees memory only on the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Errors of the standard may quote data, so their message is dropped. */
function toPdf(template: string, make: () => Buffer): Buffer {
  try {
    return make();
  } catch {
    throw new TemplateError(template, [{ path: 'its standard' }]);
  }
}

/** Letters are shapes already, so no font is needed. */
async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const fitTo = { mode: 'width', value: pictureWidth } as const;
  return (await renderAsync(svg, { font: { loadSystemFonts: false }, fitTo })).asPng();
}
