/** Generated pictures. */
import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';

export type Colour = readonly [number, number, number];
export const red: Colour = [220, 20, 20];
export const blue: Colour = [20, 20, 220];

const pixelsOf = (width: number, height: number, colourAt: (x: number, y: number) => readonly number[]): Uint8Array => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set([...colourAt(x, y), 255].slice(0, 4), (y * width + x) * 4);
  }
  return data;
};

export const halves = (width: number) => (x: number) => (x < width / 2 ? red : blue);

export const jpegOf = (width: number, height: number, colourAt: (x: number, y: number) => Colour = halves(width)) =>
  new Uint8Array(encode({ data: pixelsOf(width, height, colourAt), width, height }, 90).data);

/** An EXIF block of a phone: orientation and location. */
export const placeInExif = 'GPS 47.0707N 15.4395E';

/** Adds an EXIF block with orientation (1 to 8) and location. */
export function withExif(jpeg: Uint8Array, turn: number): Uint8Array<ArrayBuffer> {
  const tiff = Buffer.alloc(26);
  tiff.write('II', 0);
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(turn, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(placeInExif)]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PNG with alpha; `text` is a text chunk, `claimed` the header's size. */
export function pngOf(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
  { text = '', claimed = [width, height] }: { text?: string; claimed?: readonly [number, number] | number[] } = {},
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed[0] as number, 0);
  header.writeUInt32BE(claimed[1] as number, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = pixelsOf(width, height, colourAt);
  const lines = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  }
  return pngFrom(header, lines, text);
}

/** A black 1-bit PNG: a small file that is large when decoded. */
export function blackPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return pngFrom(header, Buffer.alloc(height * (Math.ceil(width / 8) + 1)));
}

const pngFrom = (header: Uint8Array, lines: Uint8Array, text = ''): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`))] : []),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', new Uint8Array()),
    ]),
  );

export const svgOf = (inside: string, size = 'viewBox="0 0 400 200"'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`));
