// Our own: no library knows the code pages of banks by their words, and TextDecoder has no code page 850.

import { BankFileError } from './bank-line.ts';

/** Upper half of code page 850, used by DOS programs. */
const upper850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export type PieceDecoder = { decode(piece: Uint8Array, options: { stream: boolean }): string };

const decoder850: PieceDecoder = {
  decode: (piece) => {
    let text = '';
    for (const byte of piece) text += byte < 128 ? String.fromCharCode(byte) : upper850[byte - 128];
    return text;
  },
};

/** Streaming decoder. An invalid UTF-8 byte is an error, because the encoding was detected before. */
export const decoderFor = (encoding: string): PieceDecoder =>
  encoding === 'cp850' ? decoder850 : new TextDecoder(encoding, { fatal: encoding === 'utf-8' });

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/**
 * Detects the encoding by byte order mark, XML declaration, zero bytes, valid UTF-8, and else chooses Windows-1252 or
 * code page 850. `breathe` yields to the event loop.
 * @throws BankFileError for an unsupported XML encoding
 */
export async function encodingOf(bytes: Uint8Array, breathe: () => Promise<void>): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = decode(bytes.subarray(0, 200), 'windows-1252');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase();
  if (declared !== undefined) {
    if (declared === 'utf-8') return declared;
    if (/^(iso-8859-(1|15)|windows-1252|us-ascii)$/.test(declared))
      return declared === 'iso-8859-15' ? declared : 'windows-1252';
    throw new BankFileError('broken', 1);
  }
  if (/^(?:\u00ef\u00bb\u00bf)?\s*</.test(start)) return 'utf-8';
  const wide = wideEncoding(bytes.subarray(0, 200));
  if (wide) return wide;
  if (await isUtf8(bytes, breathe)) return 'utf-8';
  return looksLike850(bytes) ? 'cp850' : 'windows-1252';
}

/** UTF-16 without a byte order mark: every other byte of ASCII letters is zero. */
function wideEncoding(start: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < start.length * 0.4 || start.length < 8) return null;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : null;
}

async function isUtf8(bytes: Uint8Array, breathe: () => Promise<void>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const piece = 1024 * 1024;
  try {
    for (let from = 0; from < bytes.length; from += piece) {
      decoder.decode(bytes.subarray(from, from + piece), { stream: from + piece < bytes.length });
      await breathe();
    }
    return true;
  } catch {
    return false;
  }
}

const isLetter = (byte: number | undefined, from: number): boolean =>
  byte !== undefined && byte >= from && byte < from + 26;
/** Umlauts of Windows-1252; code page 850 has frames and fractions there. */
const western = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf]);

/** Code page 850 has umlauts inside words, where Windows-1252 has quotation marks. š (0x9A, here Ü) is lower-case. */
function looksLike850(bytes: Uint8Array): boolean {
  let found = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 128) continue;
    if (western.has(byte)) return false;
    const [before, after] = [bytes[at - 1], bytes[at + 1]];
    const isSmall = isLetter(after, 97);
    if (byte === 0x81) found = true;
    if ((byte === 0x84 || byte === 0x94) && isSmall && (isLetter(before, 97) || isLetter(before, 65))) found = true;
    if (byte === 0x99 && (isSmall || isLetter(after, 65))) found = true;
    if ((byte === 0x8e || byte === 0x9a) && isLetter(after, 65) && !isLetter(before, 97)) found = true;
  }
  return found;
}
