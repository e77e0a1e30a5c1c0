/**
 * What an uploaded picture is, told from its bytes and never from its name: PNG, JPEG or SVG. An SVG is a document that
 * can act, so one that could load or run anything is refused; pictures are served with a sandboxing policy besides.
 */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/svg+xml';
export type Picture = {
  type: PictureType;
  extension: 'png' | 'jpg' | 'svg';
  /** Pixels; null for an SVG that names none. */
  width: number | null;
  height: number | null;
};
export type PictureRefusal =
  | 'UNKNOWN_TYPE'
  | 'DAMAGED'
  /** More pixels than a browser should have to unpack. */
  | 'TOO_MANY_PIXELS'
  /** Scripts, event attributes, foreign content or addresses outside the file. */
  | 'ACTIVE_CONTENT';
export type PictureVerdict = { picture: Picture } | { refusal: PictureRefusal };

export const mostPixels = 40_000_000;
const longestEdge = 12_000;

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);

function sized(type: 'image/png' | 'image/jpeg', width: number, height: number): PictureVerdict {
  if (width === 0 || height === 0) return { refusal: 'DAMAGED' };
  if (width > longestEdge || height > longestEdge || width * height > mostPixels) return { refusal: 'TOO_MANY_PIXELS' };
  return { picture: { type, extension: type === 'image/png' ? 'png' : 'jpg', width, height } };
}

/** PNG (ISO/IEC 15948): the header chunk comes first, the end chunk last. */
function readPng(bytes: Uint8Array): PictureVerdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 57 || view.getUint32(12) !== 0x49484452) return { refusal: 'DAMAGED' };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return sized('image/png', view.getUint32(16), view.getUint32(20));
  }
  return { refusal: 'DAMAGED' };
}

/** JPEG (ISO/IEC 10918-1): segments up to the first frame header, which holds the size. */
function readJpeg(bytes: Uint8Array): PictureVerdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return { refusal: 'DAMAGED' };
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0 … SOF15 without the tables DHT (c4), JPG (c8) and DAC (cc) in between.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return { refusal: 'DAMAGED' };
    at += 2 + length;
  }
  return { refusal: 'DAMAGED' };
}

const activeContent = [
  /<!(DOCTYPE|ENTITY)/i,
  /<\?(?!xml\s)/i,
  /<\/?(?:[\w-]+:)?(script|foreignObject|iframe|object|embed|audio|video|handler|listener|annotation-xml)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(java|vb)script\s*:/i,
  // CSS escapes could spell any of these.
  /\\[0-9a-f]/i,
  /@import|expression\s*\(/i,
  // Only parts of the file itself and pictures inside it may be named.
  /\b(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpeg|webp|gif);base64,)/i,
  /\b(?:href|src)\s*=\s*[^"'\s]/i,
  /url\((?!\s*(?:["']\s*)?#)/i,
  // Animations may change an address after it was checked.
  /attributeName\s*=\s*(?:["']\s*)?(?:[\w-]+:)?(?:href|src|on)/i,
];

/** Without comments, in one walk; null when one never ends. */
export function withoutComments(text: string): string | null {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return null;
    parts.push(text.slice(from, at));
    from = end + 3;
  }
  return parts.join('') + text.slice(from);
}

/** What a text spells with character references. */
export const decodedText = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, digits: string) => letter(Number.parseInt(digits, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => letter(Number(digits)));

function readSvg(source: string): PictureVerdict {
  // Entities could spell what the patterns look for.
  const decoded = decodedText(source);
  const last = source.slice(source.lastIndexOf('<'));
  if (!/^<\/(?:[\w-]+:)?svg\s*>\s*$|^<(?:[\w-]+:)?svg\b[^>]*\/>\s*$/i.test(last)) return { refusal: 'DAMAGED' };
  if (activeContent.some((pattern) => pattern.test(source) || pattern.test(decoded))) {
    return { refusal: 'ACTIVE_CONTENT' };
  }
  const root = /<(?:[\w-]+:)?svg\b[^>]*>/i.exec(source)?.[0] ?? '';
  const edge = (name: string) => {
    const value = Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+(?:\\.\\d+)?)(?:px)?["']`).exec(root)?.[1]);
    return Number.isFinite(value) && value > 0 ? Math.round(value) : null;
  };
  return { picture: { type: 'image/svg+xml', extension: 'svg', width: edge('width'), height: edge('height') } };
}

const letter = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Looks at the whole file; sizes are the caller's to limit before. */
export function readPicture(bytes: Uint8Array): PictureVerdict {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg(bytes);
  const text = textOf(bytes);
  // Every pattern here walks the text once: a few lines made for a pattern that tries again and again stop the process.
  const source = text === null ? null : withoutComments(text);
  if (text !== null && source === null) return { refusal: /^\s*</.test(text) ? 'DAMAGED' : 'UNKNOWN_TYPE' };
  if (source && /^\s*(<\?xml[^>]*\?>\s*)?(<!DOCTYPE[^>[]*(\[[\s\S]*?\])?>\s*)?<([\w-]+:)?svg[\s>/]/i.test(source)) {
    return readSvg(source);
  }
  return { refusal: 'UNKNOWN_TYPE' };
}

/**
 * How a JPEG lies, as its EXIF says: 1 upright, 2 to 4 mirrored or upside down, 5 to 8 on its side (TIFF tag 0x0112).
 * 1 when it says nothing that can be read.
 */
export function turnOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xda) return 1;
    const length = view.getUint16(at + 2);
    // "Exif", two zeros, and then a TIFF header in the byte order that it names.
    const isExif = marker === 0xe1 && length >= 16 && view.getUint32(at + 4) === 0x45786966;
    if (isExif && at + 2 + length <= bytes.length)
      return turnIn(new DataView(view.buffer, view.byteOffset + at + 10, length - 8));
  }
  return 1;
}

function turnIn(tiff: DataView): number {
  const little = tiff.getUint16(0) === 0x4949;
  const first = tiff.getUint32(4, little);
  if (first + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(first, little);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(at, little) !== 0x0112) continue;
    const turn = tiff.getUint16(at + 8, little);
    return turn >= 1 && turn <= 8 ? turn : 1;
  }
  return 1;
}
