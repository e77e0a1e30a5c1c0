/** What a paper says of itself in its metadata (XMP): that it is made for everybody to read (PDF/UA-1). */

const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const accessible =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

/** The metadata of a paper that is no archived one. */
export const xmpOf = ({ title, author }: { title: string; author: string }): string =>
  [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>`,
    accessible,
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n');

/** PDF/A knows no other schema than its own until the file describes it. */
const described = [
  '<rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name>',
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>Indicates, which part of ISO 14289 standard is followed</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>',
].join('');
const schemas = [
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  `<pdfaExtension:schemas><rdf:Bag>${described}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`,
].join('');

/** The metadata of an archived paper (PDF/A), which says the same of itself. One list of schemas is all that may be. */
export function withAccessibility(xmp: string): string {
  const list = '<pdfaExtension:schemas><rdf:Bag>';
  const own = xmp.includes('xmlns:pdfuaid=') ? '' : accessible;
  if (xmp.includes(list)) return xmp.replace(list, `${list}${described}`).replace('</rdf:RDF>', `${own}</rdf:RDF>`);
  return xmp.replace('</rdf:RDF>', `${own}${schemas}</rdf:RDF>`);
}
