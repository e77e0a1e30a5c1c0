import { Buffer } from 'node:buffer';
import MimeNode from 'nodemailer/lib/mime-node';
import { assert } from '#src/kernel/assert.ts';
import {
  isSender,
  type MailAttachment,
  type Mailbox,
  type MailContent,
  type MailEnvelope,
  oneLine,
} from './message.ts';

// Quoted-printable and base64 (RFC 2045, 6.7 and 6.8).

const longestLine = 76;

/** Everything but printable ASCII and tab. */
const other = /[^\t\x20-\x7e]/gu;
/** The escape of each character seen so far. */
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

/** Quoted-printable. Line breaks of the text become CRLF, long lines get soft breaks. */
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

// nodemailer makes the headers only: for bodies it creates a chain of streams per part, twenty times slower.

type Address = { address: string; name: string };

function mailbox({ address, name = '' }: Mailbox): Address {
  assert(isSender(address), 'a mail goes to and comes from one plain address');
  return { address, name: oneLine(name) };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const safe: Record<string, string> = {
    // Suppresses vacation notices and delivery reports (RFC 3834; Exchange reads the second header).
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
  for (const [name, value] of Object.entries(headers)) {
    assert(/^[A-Za-z][A-Za-z0-9-]*$/.test(name), 'a header name is letters, digits and hyphens');
    safe[name] = oneLine(value);
  }
  return safe;
}

/** A part of a message: headers and body. */
type Part = { head: string; body: string };

const partOf = (type: string, encoding: string, body: string): Part => ({
  head: `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`,
  body,
});
const textPart = (type: string, text: string): Part =>
  partOf(`${type}; charset=utf-8`, 'quoted-printable', quotedPrintable(text));

function attached({ name, type, bytes, inlineId }: MailAttachment): Part {
  const node = new MimeNode(oneLine(type), { filename: oneLine(name), rootNode: foreign });
  node.setHeader({
    ...(inlineId ? { 'Content-Id': `<${oneLine(inlineId)}>` } : {}),
    'Content-Transfer-Encoding': 'base64',
    'Content-Disposition': inlineId ? 'inline' : 'attachment',
  });
  return { head: node.buildHeaders(), body: base64Lines(bytes) };
}

/** As its child a node is a part and gets no message headers. */
const foreign = new MimeNode('multipart/mixed');

/** Contains `=_`, which quoted-printable and base64 never produce, so a fixed boundary is safe (RFC 2045, 6.7). */
const boundaryOf = (level: number): string => `--=_part_${level}`;

const inside = (parts: readonly Part[], boundary: string): string =>
  `${parts.map(({ head, body }) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`).join('')}--${boundary}--\r\n`;

function multipart(type: string, level: number, parts: readonly Part[]): Part {
  const boundary = boundaryOf(level);
  return { head: `Content-Type: ${type}; boundary="${boundary}"`, body: inside(parts, boundary) };
}

/** Text and HTML as alternatives; HTML with pictures as related; with attached files everything as mixed. */
function bodyOf({ text, html, attachments = [] }: MailContent): Part {
  const pictures = attachments.filter(({ inlineId }) => inlineId);
  const files = attachments.filter(({ inlineId }) => !inlineId);
  const shown = textPart('text/html', html);
  const page =
    pictures.length > 0
      ? multipart('multipart/related; type="text/html"', 3, [shown, ...pictures.map(attached)])
      : shown;
  const both = multipart('multipart/alternative', 2, [textPart('text/plain', text), page]);
  return files.length > 0 ? multipart('multipart/mixed', 1, [both, ...files.map(attached)]) : both;
}

/** Puts `<>` around addresses without a name. nodemailer omits them, which spam filters penalize. */
const bracketed = (headers: string): string =>
  headers.replace(/^(From|To|Reply-To):(\s+)([^<>\s,]+@[^<>\s,]+)$/gm, '$1:$2<$3>');

/** The whole message in 7 bits, with lines of at most 76 characters. */
export function messageOf(envelope: MailEnvelope, content: MailContent): Buffer {
  assert(/^<[^<>\s]+@[^<>\s]+>$/.test(envelope.messageId), 'a Message-ID looks like <what@domain>');
  const { head, body } = bodyOf(content);
  const top = new MimeNode();
  // nodemailer also takes address objects; its types allow strings only.
  const addresses = {
    From: mailbox(envelope.from),
    To: mailbox(envelope.to),
    ...(envelope.replyTo ? { 'Reply-To': mailbox(envelope.replyTo) } : {}),
  } as unknown as Record<string, string>;
  top.setHeader({
    ...headersOf(envelope.headers),
    ...addresses,
    Subject: oneLine(content.subject),
    'Message-ID': envelope.messageId,
    Date: new Date(envelope.date).toUTCString().replace('GMT', '+0000'),
  });
  return Buffer.from(`${bracketed(top.buildHeaders())}\r\n${head}\r\n\r\n${body}`);
}
