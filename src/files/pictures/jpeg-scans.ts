// Our own: codecs fill the missing rest of a JPEG with grey silently, and a strict decoder in JavaScript needs a gigabyte for the
// largest picture.
import type { Steps } from '#src/kernel/steps.ts';

type Component = {
  id: number;
  /** Sampling factors: blocks per MCU. */
  across: number;
  down: number;
  /** Blocks of the picture; scans of one component have no others. */
  columns: number;
  rows: number;
  /** Blocks per line, including those that complete the last MCU. */
  stride: number;
  /** One bit for each of the 64 coefficients that is known to be non-zero, in progressive pictures. */
  nonZero: Uint32Array;
  /** The lowest sent bit per coefficient; `unsent` before the first. */
  lowestBits: Uint8Array;
  dcTable: HuffmanTable | undefined;
  acTable: HuffmanTable | undefined;
};
type Frame = { isProgressive: boolean; components: Component[]; mcuColumns: number; mcuRows: number };
type Band = { from: number; to: number; isRefinement: boolean };
/** By the next 16 bits: code length × 256 + symbol; 0 is no code. */
type HuffmanTable = Uint16Array;

export type ScanFault = 'CUT_OFF' | 'DAMAGED';
class Fault extends Error {
  constructor(readonly reason: ScanFault) {
    super(reason);
  }
}

const unsent = 255;
const mcusAtOnce = 2000;
/** Encoders write about ten; each takes the time of a whole picture. */
const maxScans = 100;

/**
 * Checks that the scans of a JPEG (ISO/IEC 10918-1, annexes F and G) are complete: reads Huffman codes to the last block without
 * decoding. null for a complete picture and for unsupported encodings.
 * @param bytes of a picture that `readPicture` accepts
 */
export function* findScanFault(bytes: Uint8Array): Steps<ScanFault | null> {
  try {
    yield* readScans(bytes);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.reason;
    throw error;
  }
}

function* readScans(bytes: Uint8Array): Steps<void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: (HuffmanTable | undefined)[] = [];
  let frame: Frame | undefined;
  let restartInterval = 0;
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0;
    if (marker === 0xd9) break;
    // Fill bytes, markers without a segment, and padding of some cameras.
    if (marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff || marker === 0 ? 1 : 2;
      continue;
    }
    const from = at + 4;
    const end = at + 2 + view.getUint16(at + 2);
    // Every segment is followed by at least the end marker.
    if (end + 2 > bytes.length) throw new Fault('CUT_OFF');
    if (end < from) throw new Fault('DAMAGED');
    const segment = new DataView(bytes.buffer, bytes.byteOffset + from, end - from);
    at = end;
    if (marker === 0xc4) readTables(segment, tables);
    else if (marker === 0xdd && segment.byteLength >= 2) restartInterval = segment.getUint16(0);
    else if (marker >= 0xc0 && marker <= 0xc2 && !frame) frame = readFrame(segment, marker === 0xc2);
    // Lossless, hierarchical and arithmetic encodings.
    else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc8) return;
    else if (marker === 0xda) {
      scans += 1;
      if (!frame || scans > maxScans) throw new Fault('DAMAGED');
      const scan = scanOf(segment, frame, tables);
      // Without tables the standard ones apply.
      if (scan === null) return;
      const bits = new BitReader(bytes, end);
      yield* readScan(bits, frame, scan, restartInterval);
      at = bits.at;
    }
  }
  if (!frame) throw new Fault('CUT_OFF');
  for (const { lowestBits } of frame.components) if (lowestBits.some((bit) => bit !== 0)) throw new Fault('CUT_OFF');
}

function readTables(segment: DataView, tables: (HuffmanTable | undefined)[]): void {
  for (let at = 0; at + 17 <= segment.byteLength; ) {
    const place = segment.getUint8(at);
    const table = new Uint16Array(65_536);
    let code = 0;
    let symbolAt = at + 17;
    for (let length = 1; length <= 16; length += 1) {
      for (let left = segment.getUint8(at + length); left > 0; left -= 1) {
        if (symbolAt >= segment.byteLength || code >= 65_536) throw new Fault('DAMAGED');
        const next = code + (1 << (16 - length));
        table.fill((length << 8) | segment.getUint8(symbolAt), code, next);
        code = next;
        symbolAt += 1;
      }
    }
    tables[place] = table;
    at = symbolAt;
  }
}

function readFrame(segment: DataView, isProgressive: boolean): Frame {
  const count = segment.byteLength >= 6 ? segment.getUint8(5) : 0;
  if (count < 1 || count > 4 || segment.byteLength < 6 + 3 * count) throw new Fault('DAMAGED');
  const [height, width] = [segment.getUint16(1), segment.getUint16(3)];
  const sampling = Array.from({ length: count }, (_, index) => {
    const factors = segment.getUint8(7 + 3 * index);
    return { id: segment.getUint8(6 + 3 * index), across: factors >> 4, down: factors & 15 };
  });
  if (sampling.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) throw new Fault('DAMAGED');
  const maxAcross = Math.max(...sampling.map(({ across }) => across));
  const maxDown = Math.max(...sampling.map(({ down }) => down));
  const mcuColumns = Math.ceil(width / (8 * maxAcross));
  const mcuRows = Math.ceil(height / (8 * maxDown));
  const components = sampling.map(({ id, across, down }): Component => {
    const stride = mcuColumns * across;
    return {
      id,
      across,
      down,
      columns: Math.ceil(Math.ceil((width * across) / maxAcross) / 8),
      rows: Math.ceil(Math.ceil((height * down) / maxDown) / 8),
      stride,
      nonZero: new Uint32Array(isProgressive ? 2 * stride * mcuRows * down : 0),
      lowestBits: new Uint8Array(64).fill(unsent),
      dcTable: undefined,
      acTable: undefined,
    };
  });
  return { isProgressive, components, mcuColumns, mcuRows };
}

type Scan = { components: Component[]; band: Band };

/** null: a table is missing. */
function scanOf(segment: DataView, frame: Frame, tables: readonly (HuffmanTable | undefined)[]): Scan | null {
  const count = segment.byteLength > 0 ? segment.getUint8(0) : 0;
  if (count < 1 || count > 4 || segment.byteLength < 4 + 2 * count) throw new Fault('DAMAGED');
  const at = 1 + 2 * count;
  const [from, to, bits] = frame.isProgressive
    ? [segment.getUint8(at), segment.getUint8(at + 1), segment.getUint8(at + 2)]
    : [0, 63, 0];
  const isRefinement = bits >> 4 !== 0;
  if (from > to || to > 63 || (frame.isProgressive && from === 0 && to > 0) || (from > 0 && count > 1))
    throw new Fault('DAMAGED');
  let isComplete = true;
  const components = Array.from({ length: count }, (_, index) => {
    const component = frame.components.find(({ id }) => id === segment.getUint8(1 + 2 * index));
    if (!component) throw new Fault('DAMAGED');
    const places = segment.getUint8(2 + 2 * index);
    component.dcTable = tables[places >> 4];
    component.acTable = tables[0x10 | (places & 15)];
    const needsDc = from === 0 && !isRefinement;
    if ((needsDc && !component.dcTable) || (to > 0 && !component.acTable)) isComplete = false;
    component.lowestBits.fill(bits & 15, from, to + 1);
    return component;
  });
  return isComplete ? { components, band: { from, to, isRefinement } } : null;
}

function* readScan(bits: BitReader, frame: Frame, { components, band }: Scan, restartInterval: number): Steps<void> {
  const readBlock = blockReader(bits, frame.isProgressive, band);
  const [single] = components.length === 1 ? components : [];
  const columns = single ? single.columns : frame.mcuColumns;
  const total = columns * (single ? single.rows : frame.mcuRows);
  let sinceTurn = 0;
  for (let mcu = 0; mcu < total; mcu += 1) {
    if (restartInterval > 0 && mcu > 0 && mcu % restartInterval === 0) {
      bits.restart();
      readBlock.restart();
    }
    const row = Math.floor(mcu / columns);
    const column = mcu % columns;
    if (single) readBlock.next(single, row * single.stride + column);
    else {
      for (const component of components) {
        const first = row * component.down * component.stride + column * component.across;
        for (let down = 0; down < component.down; down += 1)
          for (let across = 0; across < component.across; across += 1)
            readBlock.next(component, first + down * component.stride + across);
      }
    }
    sinceTurn += 1;
    if (sinceTurn < mcusAtOnce) continue;
    sinceTurn = 0;
    yield;
  }
  bits.finish();
}

function blockReader(bits: BitReader, isProgressive: boolean, { from, to, isRefinement }: Band) {
  /** The remaining blocks of an end-of-band run, including the current one. */
  let ended = 0;

  function sequential({ dcTable, acTable }: Component): void {
    bits.skip(bits.symbol(dcTable as HuffmanTable));
    for (let at = 1; at < 64; at += 1) {
      const symbol = bits.symbol(acTable as HuffmanTable);
      if ((symbol & 15) === 0 && symbol !== 0xf0) return;
      at += symbol >> 4;
      bits.skip(symbol & 15);
    }
  }

  function firstAc({ acTable, nonZero }: Component, block: number): void {
    for (let at = from; at <= to; at += 1) {
      const symbol = bits.symbol(acTable as HuffmanTable);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && run < 15) {
        ended = (1 << run) + bits.read(run) - 1;
        return;
      }
      at += run;
      if (size === 0) continue;
      bits.skip(size);
      if (at <= to) mark(nonZero, block, at);
    }
  }

  function refinedAc({ acTable, nonZero }: Component, block: number): void {
    let at = from;
    for (; ended === 0 && at <= to; at += 1) {
      const symbol = bits.symbol(acTable as HuffmanTable);
      const size = symbol & 15;
      let run = symbol >> 4;
      if (size === 0 && run < 15) {
        ended = (1 << run) + bits.read(run);
        break;
      }
      bits.skip(size);
      for (; at <= to; at += 1) {
        if (isMarked(nonZero, block, at)) bits.skip(1);
        else if (run === 0) break;
        else run -= 1;
      }
      if (size > 0 && at <= to) mark(nonZero, block, at);
    }
    if (ended === 0) return;
    for (; at <= to; at += 1) if (isMarked(nonZero, block, at)) bits.skip(1);
    ended -= 1;
  }

  function next(component: Component, block: number): void {
    if (!isProgressive) sequential(component);
    else if (from === 0 && isRefinement) bits.skip(1);
    else if (from === 0) bits.skip(bits.symbol(component.dcTable as HuffmanTable));
    else if (isRefinement) refinedAc(component, block);
    else if (ended > 0) ended -= 1;
    else firstAc(component, block);
  }

  const restart = () => {
    ended = 0;
  };
  return { next, restart };
}

const isMarked = (marks: Uint32Array, block: number, at: number): boolean =>
  (((marks[2 * block + (at >> 5)] as number) >>> (at & 31)) & 1) === 1;
const mark = (marks: Uint32Array, block: number, at: number): void => {
  marks[2 * block + (at >> 5)] = (marks[2 * block + (at >> 5)] as number) | (1 << (at & 31));
};

/** Reads bits of a scan up to its marker. */
class BitReader {
  /** Up to 32 buffered bits; the last is the lowest. */
  #held = 0;
  #count = 0;

  constructor(
    private readonly bytes: Uint8Array,
    /** The next byte; at the marker after the last bits. */
    public at: number,
  ) {}

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return;
      if (byte === 0xff) {
        while (this.bytes[this.at + 1] === 0xff) this.at += 1;
        if (this.bytes[this.at + 1] !== 0) return;
        this.at += 1;
      }
      this.at += 1;
      this.#held = (this.#held << 8) | byte;
      this.#count += 8;
    }
  }

  /** Zeros follow the last bit; consuming one is an error. */
  #peek(length: number): number {
    if (this.#count < length) this.#fill();
    const missing = length - this.#count;
    const value = missing > 0 ? this.#held << missing : this.#held >>> -missing;
    return value & ((1 << length) - 1);
  }

  skip(length: number): void {
    if (this.#count < length) this.#fill();
    this.#count -= length;
    if (this.#count < 0) throw new Fault('CUT_OFF');
  }

  read(length: number): number {
    const value = this.#peek(length);
    this.skip(length);
    return value;
  }

  symbol(table: HuffmanTable): number {
    const found = table[this.#peek(16)] as number;
    if (found === 0) throw new Fault(this.#count < 16 ? 'CUT_OFF' : 'DAMAGED');
    this.skip(found >> 8);
    return found & 255;
  }

  /** Skips a restart marker. */
  restart(): void {
    this.finish();
    const marker = this.bytes[this.at + 1] ?? 0;
    if (marker < 0xd0 || marker > 0xd7) throw new Fault('CUT_OFF');
    this.at += 2;
  }

  /** Skips to the next marker; some encoders pad. */
  finish(): void {
    this.#count = 0;
    const { bytes } = this;
    while (this.at + 1 < bytes.length && (bytes[this.at] !== 0xff || [0, 0xff].includes(bytes[this.at + 1] as number)))
      this.at += 1;
  }
}
