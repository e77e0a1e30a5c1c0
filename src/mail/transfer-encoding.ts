/** Transfer encodings of mail (RFC 2045, 6.7 and 6.8). */
import { Buffer } from 'node:buffer';

const longestLine = 76;

/** Everything but printable ASCII and tab. */
const other = /[^\t\x20-\x7e]/gu;
/** Cached encodings; bounded by Unicode. */
const written = new Map<string, string>();

function inBytes(letter: string): string {
  let known = written.get(letter);
  if (known === undefined) {
    known = Buffer.from(letter, 'utf8').toString('hex').toUpperCase().replace(/../g, '=$&');
    written.set(letter, known);
  }
  return known;
}

function encodedLine(line: string): string {
  const plain = line.replaceAll('=', '=3D').replace(other, inBytes);
  // Trailing blanks are lost in transport.
  return /[\t ]$/.test(plain) ? `${plain.slice(0, -1)}${plain.endsWith('\t') ? '=09' : '=20'}` : plain;
}

/** Lines of at most 76 characters, never split inside an escape. */
function broken(line: string): string {
  if (line.length <= longestLine) return line;
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > longestLine) {
    let to = from + longestLine - 1;
    const sign = line.lastIndexOf('=', to - 1);
    if (sign > to - 3) to = sign;
    pieces.push(line.slice(from, to));
    from = to;
  }
  pieces.push(line.slice(from));
  return pieces.join('=\r\n');
}

/** Line breaks of the text remain. */
export const quotedPrintable = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => broken(encodedLine(line)))
    .join('\r\n');

/** Without a final line break. */
export function base64Lines(bytes: Uint8Array): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += longestLine) lines.push(whole.slice(at, at + longestLine));
  return lines.join('\r\n');
}
