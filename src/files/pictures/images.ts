// Our own: header and size of three formats, before anything is unpacked.
import { crc32 } from 'node:zlib';

/**
 * What an uploaded picture is, told from its bytes and never from its name: PNG, JPEG, WebP or SVG. An SVG is a document that
 * can act, so it is drawn (`draw-uploaded.ts`) and never kept; pictures are served with a sandboxing policy besides.
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
  /** AVIF or HEIC, which cameras write and no codec of ours reads. */
  | 'CAMERA_TYPE'
  | 'DAMAGED'
  /** Its end is missing. */
  | 'CUT_OFF'
  /** More pixels than a browser should have to unpack. */
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

/** PNG (ISO/IEC 15948): the header chunk comes first, the end chunk last; behind each stands the checksum of what it holds. */
function readPng(bytes: Uint8Array): PictureVerdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 57 || view.getUint32(12) !== 0x49484452) return { refusal: 'DAMAGED' };
  const verdict = sized('image/png', view.getUint32(16), view.getUint32(20));
  if ('refusal' in verdict) return verdict;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    // A small first letter says that a picture is whole without the chunk.
    const isNeeded = (view.getUint8(at + 4) & 0x20) === 0;
    if (isNeeded && crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return { refusal: 'DAMAGED' };
    if (view.getUint32(at + 4) === 0x49454e44) return verdict;
    at = end + 4;
  }
  return { refusal: 'CUT_OFF' };
}

type Segment = { marker: number; at: number; length: number };

/** The segments of a JPEG (ISO/IEC 10918-1), up to what is none; `at` is where the length stands, which counts itself. */
function* segmentsOf(view: DataView): Generator<Segment, void> {
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    // A marker may have more than one byte of 0xff before it.
    if (marker !== 0xff) yield { marker, at: at + 2, length };
    if (marker !== 0xff && length < 2) return;
    at += marker === 0xff ? 1 : 2 + length;
  }
}

/**
 * Whether a JPEG goes on to the marker of its end (EOI): decoders show what is missing as grey. In the data of a scan no marker
 * is written but restarts.
 */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xd9) return true;
    const isAlone = marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    // What belongs to a segment is passed over, a second picture in EXIF above all.
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
  }
  return false;
}

/** The first frame header of a JPEG holds the size. */
function readJpeg(bytes: Uint8Array): PictureVerdict {
  if (!hasEnd(bytes)) return { refusal: 'CUT_OFF' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at } of segmentsOf(view)) {
    // SOF0 … SOF15 without the tables DHT (c4), JPG (c8) and DAC (cc) in between.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 7 <= bytes.length) return sized('image/jpeg', view.getUint16(at + 5), view.getUint16(at + 3));
  }
  return { refusal: 'DAMAGED' };
}

const namedAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** WebP (RFC 9649): the first chunk says how it is packed and how large it is; all but the extended ones count in 14 bits. */
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

/** The brands of ISO/IEC 23008-12 (HEIF) and of AVIF, as they stand in the first box. */
const isFromCamera = (bytes: Uint8Array): boolean =>
  namedAt(bytes, 4) === 'ftyp' && /avi[fs]|hei[cxms]|hev[cx]|mif1|msf1/.test(namedAt(bytes, 8, 32));

/** In any encoding of XML: what stands in two bytes has a zero beside each of these signs. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '');
  return (
    /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(text) && /<(?:[\w-]{1,40}:)?svg[\s>/]/i.test(text)
  );
}

/** Looks at the whole file; sizes are the caller's to limit before. */
export function readPicture(bytes: Uint8Array): PictureVerdict {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg(bytes);
  if (namedAt(bytes, 0) === 'RIFF' && namedAt(bytes, 8) === 'WEBP') return readWebp(bytes);
  if (isFromCamera(bytes)) return { refusal: 'CAMERA_TYPE' };
  // Whether it can be drawn is found out by drawing it.
  if (looksLikeSvg(bytes)) {
    return { picture: { type: 'image/svg+xml', extension: 'svg', width: null, height: null } };
  }
  return { refusal: 'UNKNOWN_TYPE' };
}

/**
 * How a JPEG lies, as its EXIF says: 1 upright, 2 to 4 mirrored or upside down, 5 to 8 on its side (TIFF tag 0x0112).
 * 1 when it says nothing that can be read.
 */
export function orientationOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at, length } of segmentsOf(view)) {
    if (marker === 0xda) return 1;
    // "Exif", two zeros, and then a TIFF header in the byte order that it names.
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
