/** QR codes (ISO/IEC 18004) at error level M with a quiet zone of four modules. */
import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import QRCode, { type QRCodeSegment } from 'qrcode';

const quietModules = 4;
const smallestModule = 4;

export type QrOptions = {
  /** Pixels including the quiet zone, at least one per module. Default 480. */
  width?: number;
  /** EPC payment codes allow byte mode only; others use the smallest mode. */
  bytesOnly?: boolean;
};

function contentOf(text: string, bytesOnly = false): string | QRCodeSegment[] {
  return bytesOnly ? [{ data: new TextEncoder().encode(text), mode: 'byte' }] : text;
}

const maxCached = 200;
const cache = new Map<string, Promise<Uint8Array>>();

/**
 * Immutable PNG bytes, black on white. The last ones are cached, because a ticket's mail and document ask for the same one.
 * @throws when the text is too long
 */
export function qrPng(text: string, options: QrOptions = {}): Promise<Uint8Array> {
  const key = JSON.stringify([text, options]);
  const picture = cache.get(key) ?? drawn(text, options);
  for (const [oldest] of cache) {
    if (cache.size < maxCached) break;
    cache.delete(oldest);
  }
  cache.set(key, picture);
  return picture;
}

async function drawn(text: string, { width = 480, bytesOnly }: QrOptions): Promise<Uint8Array> {
  const { modules } = QRCode.create(contentOf(text, bytesOnly), { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const across = size + 2 * quietModules;
  const edge = width >= across ? width : across * smallestModule;
  /** The first pixel of each module, and one past the last. */
  const begins = Array.from({ length: across + 1 }, (_, module) => Math.ceil((module * edge) / across));
  const isBlack = (row: number, column: number) =>
    row >= 0 && row < size && column >= 0 && column < size && modules.get(row, column) !== 0;
  return png(edge, begins, (row, column) => isBlack(row - quietModules, column - quietModules));
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * A square 1-bit PNG (ISO/IEC 15948). Our own: `qrcode` writes four bytes per pixel and tries every filter, which takes fifty
 * times as long on the only thread.
 */
function png(edge: number, begins: readonly number[], isBlack: (row: number, column: number) => boolean): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 1;
  const lineBytes = 1 + Math.ceil(edge / 8);
  const pixels = Buffer.alloc(lineBytes * edge);
  for (let row = 0; row < begins.length - 1; row += 1) {
    const [top, bottom] = [begins[row] as number, begins[row + 1] as number];
    const line = pixels.subarray(top * lineBytes, (top + 1) * lineBytes);
    for (let column = 0; column < begins.length - 1; column += 1) {
      if (isBlack(row, column)) continue;
      const end = begins[column + 1] as number;
      for (let x = begins[column] as number; x < end; x += 1) {
        const at = 1 + (x >> 3);
        line[at] = (line[at] as number) | (0x80 >> (x & 7));
      }
    }
    // The pixel rows of a module are equal.
    for (let below = top + 1; below < bottom; below += 1) line.copy(pixels, below * lineBytes);
  }
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...chunks]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** The PNG as a `data:` URL. */
export async function qrDataUrl(text: string, options: QrOptions = {}): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await drawn(text, options)).toString('base64')}`;
}
