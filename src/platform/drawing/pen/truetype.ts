/**
 * A font with some of its shapes alone (ISO/IEC 14496-22). Every shape keeps its number, so a text can be written before it
 * is known which shapes there will be; what is left out is empty.
 */

const kept = ['cvt ', 'fpgm', 'prep', 'head', 'hhea', 'maxp'] as const;
/** `glyf`: a shape of other shapes, and what its parts say (flags of a component). */
const wordArguments = 1;
const scaled = 8;
const morePieces = 32;
const twoScales = 64;
const matrix = 128;

type Table = { offset: number; length: number };

function tablesOf(font: Buffer): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const entry = 12 + at * 16;
    tables.set(font.toString('latin1', entry, entry + 4), {
      offset: font.readUInt32BE(entry + 8),
      length: font.readUInt32BE(entry + 12),
    });
  }
  return tables;
}

export function subsetOf(font: Buffer, shapes: Iterable<number>): Buffer {
  const tables = tablesOf(font);
  const table = (name: string): Buffer => {
    const { offset, length } = tables.get(name) ?? { offset: 0, length: 0 };
    return font.subarray(offset, offset + length);
  };
  const [head, glyf, loca, hmtx] = [Buffer.from(table('head')), table('glyf'), table('loca'), table('hmtx')];
  const count = table('maxp').readUInt16BE(4);
  const isLong = head.readInt16BE(50) === 1;
  const offsetOf = (shape: number) => (isLong ? loca.readUInt32BE(shape * 4) : loca.readUInt16BE(shape * 2) * 2);
  const outlineOf = (shape: number) => glyf.subarray(offsetOf(shape), offsetOf(shape + 1));

  const wanted = new Set<number>([0]);
  const open = [...shapes];
  for (let shape = open.pop(); shape !== undefined; shape = open.pop()) {
    if (wanted.has(shape)) continue;
    wanted.add(shape);
    open.push(...piecesOf(outlineOf(shape)));
  }

  const outlines: Buffer[] = [];
  const places = Buffer.alloc((count + 1) * 4);
  const long = table('hhea').readUInt16BE(34);
  const widths = Buffer.alloc(hmtx.length);
  let end = 0;
  for (let shape = 0; shape < count; shape += 1) {
    places.writeUInt32BE(end, shape * 4);
    if (!wanted.has(shape)) continue;
    const outline = outlineOf(shape);
    outlines.push(outline);
    end += outline.length;
    const at = shape < long ? shape * 4 : long * 4 + (shape - long) * 2;
    hmtx.copy(widths, at, at, at + (shape < long ? 4 : 2));
    // All behind the last have its width.
    if (shape >= long) hmtx.copy(widths, (long - 1) * 4, (long - 1) * 4, (long - 1) * 4 + 2);
  }
  places.writeUInt32BE(end, count * 4);
  head.writeInt16BE(1, 50);
  head.writeUInt32BE(0, 8);
  const own = new Map<string, Buffer>(kept.filter((name) => tables.has(name)).map((name) => [name, table(name)]));
  return packedFont(own.set('head', head).set('glyf', Buffer.concat(outlines)).set('loca', places).set('hmtx', widths));
}

/** The shapes of which a shape is made. */
function piecesOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const pieces: number[] = [];
  for (let at = 10, flags = morePieces; flags & morePieces; ) {
    flags = outline.readUInt16BE(at);
    pieces.push(outline.readUInt16BE(at + 2));
    at += flags & wordArguments ? 8 : 6;
    if (flags & scaled) at += 2;
    else if (flags & twoScales) at += 4;
    else if (flags & matrix) at += 8;
  }
  return pieces;
}

function packedFont(tables: Map<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const header = Buffer.alloc(12 + sorted.length * 16);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(sorted.length, 4);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(sorted.length * 16 - 2 ** power * 16, 10);
  const bodies: Buffer[] = [];
  let offset = header.length;
  sorted.forEach(([name, body], at) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    const entry = 12 + at * 16;
    header.write(name, entry, 'latin1');
    header.writeUInt32BE(sumOf(padded), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(body.length, entry + 12);
    bodies.push(padded);
    offset += padded.length;
  });
  const font = Buffer.concat([header, ...bodies]);
  const head = sorted.findIndex(([name]) => name === 'head');
  const at = font.readUInt32BE(12 + head * 16 + 8);
  font.writeUInt32BE((0xb1b0afba - sumOf(font)) >>> 0, at + 8);
  return font;
}

function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
