/** A font inside a paper: the shapes that our languages need, packed once, and others for the papers that have them. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type PaperFile, ref } from './paper-file.ts';
import { subsetOf } from './truetype.ts';
import type { Typeface } from './typeface.ts';

/** Names and sums of most papers are written with these alone. */
const usual =
  ' !"#%&\'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz§«·»×ÄÖÜßäöüàáâçèéêëíñóôúćčłőšžŠŽ–—’“”„…€−\u00a0';
const figures = '0123456789.,:-−+€ ()';

type Packed = { tag: string; file: Buffer; length: number; letters: Buffer };
/** Papers with the same foreign letters come together: an event, a club. */
const mostPacked = 40;
const kept = new Map<Typeface, { usual: Set<number>; packed: Map<string, Packed> }>();

function keptOf(face: Typeface) {
  let own = kept.get(face);
  if (!own) {
    const shapes = [...usual].flatMap((letter) => face.shaped(letter, []).shapes);
    for (const figure of figures) shapes.push(...face.shaped(figure, ['tnum']).shapes);
    own = { usual: new Set(shapes), packed: new Map() };
    kept.set(face, own);
  }
  return own;
}

function packedFor(face: Typeface, used: ReadonlySet<number>): Packed {
  const own = keptOf(face);
  const others = [...used].filter((shape) => !own.usual.has(shape)).sort((one, other) => one - other);
  const key = others.join();
  const packed = own.packed.get(key) ?? pack(face, [...own.usual, ...others], `${face.postscriptName} ${key}`);
  // Asked for last, so forgotten last.
  own.packed.delete(key);
  own.packed.set(key, packed);
  for (const [oldest] of own.packed) {
    if (own.packed.size <= mostPacked) break;
    own.packed.delete(oldest);
  }
  return packed;
}

function pack(face: Typeface, shapes: readonly number[], name: string): Packed {
  const file = subsetOf(face.file, shapes);
  const hash = createHash('sha256').update(name).digest();
  const tag = String.fromCharCode(...hash.subarray(0, 6).map((byte) => 65 + (byte % 26)));
  return {
    tag,
    file: deflateSync(file, { level: 9 }),
    length: file.length,
    letters: deflateSync(Buffer.from(lettersOf(face, shapes), 'latin1')),
  };
}

const hex: string[] = [];
export function hexOf(shape: number): string {
  hex[shape] ??= shape.toString(16).padStart(4, '0');
  return hex[shape];
}
/** Entries of one list (ISO 32000-1, 9.10.3). */
const atOnce = 100;

/** Which letters each shape stands for, for those who copy and search and read out. */
function lettersOf(face: Typeface, shapes: readonly number[]): string {
  const entries = [...shapes]
    .sort((one, other) => one - other)
    .map((shape) => {
      const letters = Buffer.from(face.met(shape).letters, 'utf16le').swap16().toString('hex');
      return `<${hexOf(shape)}> <${hexOf(shape)}> [<${letters}>]`;
    });
  const lists: string[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    const some = entries.slice(at, at + atOnce);
    lists.push(`${some.length} beginbfrange`, ...some, 'endbfrange');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...lists,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

/** Writes the font with what is used of it, and hands over the number of its object. */
export function embed(file: PaperFile, face: Typeface, used: ReadonlySet<number>): number {
  const { tag, file: bytes, length, letters } = packedFor(face, used);
  const name = `${tag}+${face.postscriptName}`;
  const thousandths = (units: number) => Math.round((units * 1_000_000) / face.unitsPerEm) / 1000;
  const fontFile = file.stream(`/Filter/FlateDecode /Length1 ${length}`, bytes);
  const descriptor = file.add(
    `<</Type/FontDescriptor /FontName/${name} /Flags 4 /FontBBox [${face.bounds.map(thousandths).join(' ')}] /ItalicAngle 0 /Ascent ${thousandths(face.ascent)} /Descent ${thousandths(face.descent)} /CapHeight ${thousandths(face.capHeight)} /StemV 0 /FontFile2 ${ref(fontFile)}>>`,
  );
  const widths = [...used]
    .sort((one, other) => one - other)
    .map((each) => `${each} [${thousandths(face.met(each).width)}]`);
  const below = file.add(
    `<</Type/Font /Subtype/CIDFontType2 /BaseFont/${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor ${ref(descriptor)} /W [${widths.join(' ')}] /CIDToGIDMap/Identity>>`,
  );
  const toLetters = file.stream('/Filter/FlateDecode', letters);
  return file.add(
    `<</Type/Font /Subtype/Type0 /BaseFont/${name} /Encoding/Identity-H /DescendantFonts [${ref(below)}] /ToUnicode ${ref(toLetters)}>>`,
  );
}
