// Our own: no library compresses a body once and leaves gaps in it.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

const pack = promisify(deflateRaw);
const level = 5;
/** A gzip header (RFC 1952) without file name and system, and an empty final block (RFC 1951). */
const [head, lastBlock] = [Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255), Uint8Array.of(1, 0, 0, 255, 255)];
/** The maximum of a stored block (RFC 1951, section 3.2.4). */
const longestValue = 65_535;

/**
 * A body that is shared apart from a few short values. Its parts are compressed once; values are stored blocks in between. So the
 * compressed length depends on a secret only by the secret's length.
 */
export class SplicedBody {
  private constructor(
    readonly length: number,
    private readonly parts: readonly Bytes[],
    private readonly packed: readonly Bytes[],
    /** The value after each part but the last. */
    private readonly places: readonly number[],
  ) {}

  /** `marks` are the placeholders of the values in `text`. */
  static async make(text: string, marks: readonly string[]): Promise<SplicedBody> {
    const pieces = text.split(new RegExp(`(${marks.join('|')})`));
    const parts = pieces.filter((_, at) => at % 2 === 0).map((piece) => new TextEncoder().encode(piece));
    const places = pieces.filter((_, at) => at % 2 === 1).map((mark) => marks.indexOf(mark));
    const options = { level, finishFlush: constants.Z_FULL_FLUSH };
    const packed = await Promise.all(parts.map(async (part) => new Uint8Array(await pack(part, options))));
    return new SplicedBody(text.length, parts, packed, places);
  }

  plain(values: readonly string[]): Bytes {
    return joined(this.#between(this.parts, bytesOf(values)));
  }

  gzip(values: readonly string[]): Bytes {
    const filled = bytesOf(values);
    const plain = this.#between(this.parts, filled);
    const tail = new DataView(new ArrayBuffer(8));
    tail.setUint32(
      0,
      plain.reduce((sum, bytes) => crc32(bytes, sum), 0),
      true,
    );
    tail.setUint32(4, lengthOf(plain), true);
    const blocks = this.#between(this.packed, filled.map(storedBlock));
    return joined([head, ...blocks, lastBlock, new Uint8Array(tail.buffer)]);
  }

  #between(parts: readonly Bytes[], values: readonly Bytes[]): Bytes[] {
    return parts.flatMap((part, at) => {
      const value = values[this.places[at] ?? -1];
      return value ? [part, value] : [part];
    });
  }
}

const bytesOf = (values: readonly string[]): Bytes[] =>
  values.map((value) => {
    const bytes = new TextEncoder().encode(value);
    if (bytes.length > longestValue) throw new RangeError(`a value of ${bytes.length} bytes`);
    return bytes;
  });

function storedBlock(value: Bytes): Bytes {
  const block = new Uint8Array(5 + value.length);
  const view = new DataView(block.buffer);
  view.setUint16(1, value.length, true);
  view.setUint16(3, ~value.length & 0xffff, true);
  block.set(value, 5);
  return block;
}

const lengthOf = (pieces: readonly Bytes[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function joined(pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
