import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { svgOf } from '#tests/support/pictures.ts';
import { drawUploaded } from './draw-uploaded.ts';
import { readPicture } from './images.ts';
import { decodeXml, withoutDoctype } from './svg-text.ts';

const namespace = 'http://www.w3.org/2000/svg';
/** What Illustrator writes above a drawing. */
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>
	<!ENTITY club "M&#252;hl &amp; S&quot;hne">
	<!ATTLIST svg xmlns:a CDATA #FIXED "http://ns.adobe.com/AdobeSVGViewerExtensions/3.0/" note CDATA "]>">
	<?xpacket begin=']' ?>
]>
<svg version="1.1" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" width="400" height="200" viewBox="0 0 400 200">
<title>&club;</title><rect width="400" height="200" fill="#dc1414"/></svg>`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const drawn = async (bytes: Uint8Array) => readPicture(await drawUploaded(bytes, 100));
const png = { picture: { type: 'image/png', width: 100, height: 50 } };

test('short texts that a drawing program names once are put where they are named', async () => {
  const text = withoutDoctype(illustrator);
  expect(text).toContain(`xmlns="${namespace}"`);
  expect(text).toContain('<title>M&#252;hl &amp; S&quot;hne</title>');
  expect(text).not.toMatch(/DOCTYPE|ENTITY|ATTLIST/);
  expect(await drawn(bytesOf(illustrator))).toMatchObject(png);
});

const utf16 = (text: string, isBig: boolean, withMark: boolean) => {
  const little = Buffer.from(`${withMark ? '\ufeff' : ''}${text}`, 'utf16le');
  return new Uint8Array(isBig ? little.swap16() : little);
};
const saying = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}" standalone="no"?>\n<svg xmlns="${namespace}" width="400" height="200"><title>Mühlviertel „Lauf“</title><rect width="9" height="9"/></svg>`;

test.each<[string, Uint8Array]>([
  ['ISO-8859-1', new Uint8Array(Buffer.from(saying('ISO-8859-1').replace(/[„“]/g, ''), 'latin1'))],
  [
    'windows-1252',
    Uint8Array.from(saying('windows-1252'), (sign) => (sign === '„' ? 0x84 : sign === '“' ? 0x93 : sign.charCodeAt(0))),
  ],
  ['UTF-16 with a mark', utf16(saying('UTF-16'), false, true)],
  ['UTF-16 the other way round', utf16(saying('utf-16'), true, true)],
  ['UTF-16 without a mark', utf16(saying('UTF-16LE'), false, false)],
  ['UTF-8 with a mark', bytesOf(`\ufeff${saying('utf-8')}`)],
  ['UTF-8 that says UTF-16', bytesOf(saying('UTF-16'))],
])('a drawing in %s is read', async (_, bytes) => {
  expect(decodeXml(bytes)).toContain('Mühlviertel');
  expect(readPicture(bytes)).toMatchObject({ picture: { type: 'image/svg+xml' } });
  expect(await drawn(bytes)).toMatchObject(png);
});

const within = (subset: string, inside = '<rect width="9" height="9"/>') =>
  bytesOf(`<!DOCTYPE svg [${subset}]>${Buffer.from(svgOf(inside))}`);
const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');

test.each<[string, Uint8Array, string]>([
  ['entities within entities', within(`<!ENTITY a0 "ha">${laughs}`, '<text>&a9;</text>'), 'entities'],
  ['one entity very often', within(`<!ENTITY a "${'ha'.repeat(400)}">`, '<text>&a;</text>'.repeat(1000)), 'entities'],
  ['a very long entity', within(`<!ENTITY a "${'ha'.repeat(4000)}">`), 'entities'],
  ['markup in an entity', within(`<!ENTITY a '<rect width="9" height="9"/>'>`, '&a;'), 'entities'],
  ['a file as an entity', within('<!ENTITY a SYSTEM "file:///etc/passwd">', '<text>&a;</text>'), 'entities'],
  [
    'an address as an entity',
    within('<!ENTITY a PUBLIC "x" "https://elsewhere.example/a">', '<text>&a;</text>'),
    'entities',
  ],
  ['an entity for its own declarations', within('<!ENTITY % a "x"> %a;'), 'entities'],
  [
    'an address put together of entities',
    within('<!ENTITY a "https://elsewhere.example/">', '<image href="&a;a.png"/>'),
    'foreign',
  ],
  ['a file put together of entities', within('<!ENTITY a "/etc/">', '<image xlink:href="&a;a.png"/>'), 'foreign'],
  ['an entity that nobody declared', within('<!ENTITY a "x">', '<text>&b;</text>'), 'malformed'],
  ['a document type that never ends', bytesOf(`<!DOCTYPE svg [<!ENTITY a "x">${Buffer.from(svgOf(''))}`), 'entities'],
  ['an encoding that is none', bytesOf(saying('klingon')), 'encoding'],
  [
    'other signs than it declares',
    new Uint8Array(Buffer.from(saying('UTF-8').replace(/[„“]/g, ''), 'latin1')),
    'encoding',
  ],
  ['no end', bytesOf(`<svg xmlns="${namespace}"><g>`), 'malformed'],
])('a drawing with %s is refused for that reason', async (_, bytes, reason) => {
  await expect(drawUploaded(bytes, 100)).rejects.toMatchObject({ name: 'SvgRefusal', reason });
});

test('a document type of a megabyte is looked at once', () => {
  const comments = '<!-- - -- -->'.replaceAll('--', '-').repeat(80_000);
  expect(() => withoutDoctype(`<!DOCTYPE svg [${comments}`)).toThrow('entities');
  expect(withoutDoctype(`${'<!-- x -->'.repeat(80_000)}<svg/>`)).toContain('<svg/>');
});
