// Our own: reads header and size of three formats without decoding.
import { crc32 } from 'node:zlib';

/**
 * Detects the type of an uploaded picture by its bytes: PNG, JPEG, WebP or SVG. An SVG can hold scripts, so it is drawn
 * (`draw-uploaded.ts`) and never stored; pictures are served with a sandbox policy besides.
 */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml';
export type Picture = {
  type: PictureType;
  extension: 'png' | 'jpg' | 'webp' | 'svg';
  /** Pixels; null for an SVG. */
  width: number | null;
  height: number | null;
};
export type PictureRefusal =
  | 'UNKNOWN_TYPE'
  /** AVIF or HEIC of cameras, which our codecs cannot read. */
  | 'CAMERA_TYPE'
  | 'DAMAGED'
  /** The end is missing. */
  | 'CUT_OFF'
  /** More pixels than a browser should decode. */
  | 'TOO_MANY_PIXELS';
export type PictureVerdict = { picture: Picture } | { refusal: PictureRefusal };

export const maxPixels = 40_000_000;
const longestEdge = 12_000;

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

function sized(type: keyof typeof extensions, width: number, height: number): PictureVerdict {
  if (width === 0 || height === 0) return { refusal: 'DAMAGED' };
  if (width > longestEdge || height > longestEdge || width * height > maxPixels) return { refusal: 'TOO_MANY_PIXELS' };
  return { picture: { type, extension: extensions[type], width, height } };
}

/** PNG (ISO/IEC 15948): header chunk first, end chunk last, each with a checksum. */
function readPng(bytes: Uint8Array): PictureVerdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 57 || view.getUint32(12) !== 0x49484452) return { refusal: 'DAMAGED' };
  const verdict = sized('image/png', view.getUint32(16), view.getUint32(20));
  if ('refusal' in verdict) return verdict;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    // A lower-case first letter marks an optional chunk.
    const isNeeded = (view.getUint8(at + 4) & 0x20) === 0;
    if (isNeeded && crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return { refusal: 'DAMAGED' };
    if (view.getUint32(at + 4) === 0x49454e44) return verdict;
    at = end + 4;
  }
  return { refusal: 'CUT_OFF' };
}

type Segment = { marker: number; at: number; length: number };

/** Segments of a JPEG (ISO/IEC 10918-1); `at` is the position of the length, which includes itself. */
function* segmentsOf(view: DataView): Generator<Segment, void> {
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    // Fill bytes of 0xff may precede a marker.
    if (marker !== 0xff) yield { marker, at: at + 2, length };
    if (marker !== 0xff && length < 2) return;
    at += marker === 0xff ? 1 : 2 + length;
  }
}

/** Whether a JPEG has an end marker (EOI); decoders show a missing part as grey. Scan data contains no markers but restarts. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xd9) return true;
    const isAlone = marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    // Skips segments, which may contain an EXIF thumbnail.
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
  }
  return false;
}

/** The first frame header holds the size. */
function readJpeg(bytes: Uint8Array): PictureVerdict {
  if (!hasEnd(bytes)) return { refusal: 'CUT_OFF' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at } of segmentsOf(view)) {
    // SOF0 … SOF15 without DHT (c4), JPG (c8) and DAC (cc).
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 7 <= bytes.length) return sized('image/jpeg', view.getUint16(at + 5), view.getUint16(at + 3));
  }
  return { refusal: 'DAMAGED' };
}

const namedAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** WebP (RFC 9649): the first chunk has type and size; all but extended ones use 14 bits. */
function readWebp(bytes: Uint8Array): PictureVerdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30 || view.getUint32(4, true) + 8 > bytes.length) return { refusal: 'CUT_OFF' };
  const chunk = namedAt(bytes, 12);
  if (chunk === 'VP8X') {
    const edgeAt = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return sized('image/webp', edgeAt(24), edgeAt(27));
  }
  if (chunk === 'VP8L' && view.getUint8(20) === 0x2f) {
    const edges = view.getUint32(21, true);
    return sized('image/webp', 1 + (edges & 0x3fff), 1 + ((edges >> 14) & 0x3fff));
  }
  if (chunk === 'VP8 ' && startsWith(bytes.subarray(23), [0x9d, 0x01, 0x2a]))
    return sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  return { refusal: 'DAMAGED' };
}

/** Brands of HEIF (ISO/IEC 23008-12) and AVIF in the first box. */
const isFromCamera = (bytes: Uint8Array): boolean =>
  namedAt(bytes, 4) === 'ftyp' && /avi[fs]|hei[cxms]|hev[cx]|mif1|msf1/.test(namedAt(bytes, 8, 32));

/** In any XML encoding: UTF-16 has a zero beside each of these characters. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '');
  return (
    /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(text) && /<(?:[\w-]{1,40}:)?svg[\s>/]/i.test(text)
  );
}

/** Reads the whole file; callers limit its size. */
export function readPicture(bytes: Uint8Array): PictureVerdict {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg(bytes);
  if (namedAt(bytes, 0) === 'RIFF' && namedAt(bytes, 8) === 'WEBP') return readWebp(bytes);
  if (isFromCamera(bytes)) return { refusal: 'CAMERA_TYPE' };
  // Drawing shows whether it is valid.
  if (looksLikeSvg(bytes)) {
    return { picture: { type: 'image/svg+xml', extension: 'svg', width: null, height: null } };
  }
  return { refusal: 'UNKNOWN_TYPE' };
}

/**
 * The EXIF orientation of a JPEG (TIFF tag 0x0112): 1 upright, 2 to 4 mirrored or upside down, 5 to 8 on its side. 1 by default.
 */
export function orientationOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at, length } of segmentsOf(view)) {
    if (marker === 0xda) return 1;
    // "Exif", two zeros, and a TIFF header with its byte order.
    const isWhole = length >= 16 && at + length <= bytes.length;
    if (marker === 0xe1 && isWhole && view.getUint32(at + 2) === 0x45786966)
      return orientationIn(new DataView(view.buffer, view.byteOffset + at + 8, length - 8));
  }
  return 1;
}

function orientationIn(tiff: DataView): number {
  const little = tiff.getUint16(0) === 0x4949;
  const first = tiff.getUint32(4, little);
  if (first + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(first, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(at, little) !== 0x0112) continue;
    const orientation = tiff.getUint16(at + 8, little);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
