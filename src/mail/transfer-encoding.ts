/** How texts and files become lines of plain letters on the way of a mail (RFC 2045, 6.7 and 6.8). */
import { Buffer } from 'node:buffer';

const longestLine = 76;

/** Whatever is no printable letter of ASCII. */
const other = /[^\t\x20-\x7e]/gu;
/** Of every letter that was met: there are no more of them than Unicode has. */
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
  // Blanks at the end of a line get lost on the way.
  return /[\t ]$/.test(plain) ? `${plain.slice(0, -1)}${plain.endsWith('\t') ? '=09' : '=20'}` : plain;
}

/** Lines of at most 76 letters, never broken inside the three that stand for a byte. */
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

/** Lines of the text stay lines. */
export const quotedPrintable = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => broken(encodedLine(line)))
    .join('\r\n');

/** Without an end of line at the end. */
export function base64Lines(bytes: Uint8Array): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += longestLine) lines.push(whole.slice(at, at + longestLine));
  return lines.join('\r\n');
}
