import { assert } from '#src/kernel/assert.ts';

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
