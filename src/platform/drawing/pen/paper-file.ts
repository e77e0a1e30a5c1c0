/** The file of a paper (ISO 32000-1): objects by their numbers, most of them packed together. */
import { deflateSync } from 'node:zlib';

/** A text of any letters. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

export const ref = (object: number): string => `${object} 0 R`;

export class PaperFile {
  /** By their numbers, from 1. */
  readonly #objects: (string | { dictionary: string; bytes: Uint8Array })[] = [];

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#objects.push('null');
  }
  write(object: number, text: string): void {
    this.#objects[object - 1] = text;
  }
  add(text: string): number {
    return this.#objects.push(text);
  }
  /** `bytes` are packed already, or they stay as they are. */
  stream(dictionary: string, bytes: Uint8Array): number {
    return this.#objects.push({ dictionary: `${dictionary} /Length ${bytes.length}`, bytes });
  }

  bytes(catalog: number, info: number): Buffer {
    const pieces: Buffer[] = [];
    let length = 0;
    const put = (...some: (string | Uint8Array)[]) => {
      for (const each of some) {
        const piece = typeof each === 'string' ? Buffer.from(each, 'latin1') : Buffer.from(each);
        pieces.push(piece);
        length += piece.length;
      }
    };
    const table = this.#objects.length + 1;
    const list = table + 1;
    const entries = Buffer.alloc((list + 1) * 7);
    const enter = (object: number, kind: number, place: number, within: number) => {
      entries.writeUInt8(kind, object * 7);
      entries.writeUInt32BE(place, object * 7 + 1);
      entries.writeUInt16BE(within, object * 7 + 5);
    };
    enter(0, 0, 0, 0xffff);
    put('%PDF-1.7\n%\xff\xff\xff\xff\n');
    const putStream = (object: number, dictionary: string, bytes: Uint8Array) => {
      enter(object, 1, length, 0);
      put(`${object} 0 obj\n<<${dictionary}>>\nstream\n`, bytes, '\nendstream\nendobj\n');
    };
    const heads: string[] = [];
    const bodies: string[] = [];
    let offset = 0;
    for (const [at, object] of this.#objects.entries()) {
      if (typeof object !== 'string') {
        putStream(at + 1, object.dictionary, object.bytes);
        continue;
      }
      enter(at + 1, 2, table, heads.length);
      heads.push(`${at + 1} ${offset}`);
      bodies.push(object);
      offset += object.length + 1;
    }
    const head = `${heads.join(' ')}\n`;
    const packed = deflateSync(Buffer.from(head + bodies.join('\n'), 'latin1'));
    const all = `/Type/ObjStm /N ${heads.length} /First ${head.length} /Filter/FlateDecode /Length ${packed.length}`;
    putStream(table, all, packed);
    const begin = length;
    enter(list, 1, begin, 0);
    const packedEntries = deflateSync(entries);
    const trailer = `/Size ${list + 1} /W [1 4 2] /Root ${ref(catalog)} /Info ${ref(info)}`;
    put(`${list} 0 obj\n<</Type/XRef ${trailer} /Filter/FlateDecode /Length ${packedEntries.length}>>\nstream\n`);
    put(packedEntries, `\nendstream\nendobj\nstartxref\n${begin}\n%%EOF\n`);
    return Buffer.concat(pieces);
  }
}
