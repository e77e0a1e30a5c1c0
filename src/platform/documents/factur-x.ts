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

/**
 * Adds to a PDF/A-3a of Typst what Typst cannot say in its metadata (XMP): that it is PDF/UA-1 too, and with `isInvoice` the
 * four properties of Factur-X about the attached XML. The file gets a new version of that one object at its end (ISO
 * 32000-1, 7.5.6), so nothing else of it is read or written.
 */
export function withArchiveMetadata(pdf: Buffer, isInvoice: boolean): Buffer {
  const type = pdf.indexOf('/Type /Metadata');
  const begins = pdf.lastIndexOf(' 0 obj', type);
  const number = Number(pdf.toString('latin1', pdf.lastIndexOf('\n', begins) + 1, begins));
  const from = pdf.indexOf('<?xpacket', type);
  const until = pdf.indexOf('\nendstream', from);
  const table = pdf.lastIndexOf('trailer');
  assert(type > 0 && number > 0 && from > 0 && until > 0 && table > 0, 'a PDF of Typst has plain metadata and a table');
  const bag = '</rdf:Bag></pdfaExtension:schemas>';
  const xmp = pdf.toString('utf8', from, until);
  assert(xmp.includes(bag), 'the metadata of a PDF/A-3a has a list of schemas');
  const told = xmp
    .replace(bag, `${accessibleSchema}${isInvoice ? facturXSchema : ''}${bag}`)
    .replace('</rdf:RDF>', `${accessibleWords}${isInvoice ? facturXWords : ''}</rdf:RDF>`);
  const end = pdf.toString('latin1', table);
  const [, dictionary = '', before = ''] = /^trailer\s*<<(.*)>>\s*startxref\s+(\d+)/s.exec(end) ?? [];
  const head = `${number} 0 obj\n<<\n/Type /Metadata\n/Subtype /XML\n/Length ${Buffer.byteLength(told)}\n>>\nstream\n`;
  const object = Buffer.from(`\n${head}${told}\nendstream\nendobj\n`);
  const start = pdf.length + object.length;
  const offset = String(pdf.length + 1).padStart(10, '0');
  const update = `xref\n${number} 1\n${offset} 00000 n \ntrailer\n<<${dictionary}/Prev ${before}\n>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([pdf, object, Buffer.from(update, 'latin1')]);
}
