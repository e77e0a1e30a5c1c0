import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { type MailContent, messageId } from './message.ts';
import { messageOf } from './mime.ts';

const envelope = {
  from: { address: 'a@example.test' },
  to: { address: 'b@example.test' },
  messageId: messageId('login 7/1', 'a@mail.example.test'),
  date: instant(0),
};
const message = async (content: Partial<MailContent>): Promise<string> =>
  (await messageOf(envelope, { subject: 'Betreff', text: 'Hallo\n', html: '<p>Hallo</p>', ...content })).toString(
    'utf8',
  );
/** The body of the part of this type. */
const bodyOf = (source: string, type: string): string =>
  new RegExp(`Content-Type: ${type}[\\s\\S]*?\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(source)?.[1] ?? 'no such part';
const quotedPrintable = async (text: string): Promise<string> => bodyOf(await message({ text }), 'text/plain');

/** As RFC 2045, 6.7 says how it is read. */
const read = (lines: string): string =>
  Buffer.from(
    lines
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString('utf8');

test('whatever a text says arrives, in lines of at most 76 plain letters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 6 }), async (texts) => {
      const text = `Hallo${texts.join('\n').toWellFormed()}`;
      const lines = await quotedPrintable(text);
      expect(read(lines)).toBe(text.replace(/\r\n|\r|\n/g, '\r\n'));
      expect(lines).toMatch(/^[\t\r\n\x20-\x7e]*$/);
      expect(lines.split('\r\n').filter((line) => line.length > 76 || /[\t ]$/.test(line))).toEqual([]);
    }),
  );
});

test('a letter of several bytes and a blank at the end survive the end of a line', async () => {
  for (let before = 70; before < 80; before += 1) {
    const text = `${'x'.repeat(before)}ü€😀 \t`;
    expect(read(await quotedPrintable(text))).toBe(text);
  }
});

test('a file arrives, in lines of 76', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const attachments = [{ name: 'a.bin', type: 'application/octet-stream', bytes }];
      const lines = bodyOf(await message({ attachments }), 'application/octet-stream');
      expect(new Uint8Array(Buffer.from(lines, 'base64'))).toEqual(bytes);
      expect(lines.split('\r\n').filter((line) => line.length > 76)).toEqual([]);
    }),
  );
});

test('a mail without files is text and page alone', async () => {
  const source = await message({});
  expect(source).toContain('Message-ID: <login-7-1@mail.example.test>');
  expect(source).toContain('Content-Type: multipart/alternative');
  expect(source).not.toMatch(/multipart\/(mixed|related)/);
});

test('a picture is a part of the page, a file is one of the mail, and each part ends', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const source = await message({
    text: '--=_part_1--\r\n',
    attachments: [
      { name: 'a.png', type: 'image/png', bytes, inlineId: 'a' },
      { name: 'Größe "1".pdf', type: 'application/pdf', bytes },
    ],
  });
  const kinds = [...source.matchAll(/^Content-Type: ([^;]+)/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
    'application/pdf',
  ]);
  for (const [, boundary] of source.matchAll(/boundary="([^"]+)"/g)) {
    expect(source.split(`\r\n--${boundary}--\r\n`)).toHaveLength(2);
  }
  expect(source).toContain(`filename*0*=utf-8''Gr%C3%B6%C3%9Fe%20`);
  expect(source).toMatch(/^[\t\r\n\x20-\x7e]*$/);
});

test.each(['no brackets', '<a b@example.test>'])('%j is no Message-ID', (id) =>
  expect(messageOf({ ...envelope, messageId: id }, { subject: '', text: '', html: '' })).rejects.toThrow(/Message-ID/),
);

test('every address of the head stands in brackets, with a name or without one', async () => {
  const head = async (change: object) =>
    (await messageOf({ ...envelope, ...change }, { subject: 'S', text: 'T', html: '<p>T</p>' }))
      .toString()
      .split('\r\n\r\n')[0]
      ?.replace(/\r\n\s+/g, ' ')
      .split('\r\n')
      .filter((line) => /^(From|To|Reply-To):/.test(line));
  expect(await head({})).toEqual(['From: <a@example.test>', 'To: <b@example.test>']);
  const long = `${'b'.repeat(64)}@${'c'.repeat(60)}.${'d'.repeat(60)}.test`;
  expect(
    await head({
      from: { address: 'a@example.test', name: 'Lauf, Verein' },
      to: { address: long },
      replyTo: { address: 'office@example.test' },
    }),
  ).toEqual(['From: "Lauf, Verein" <a@example.test>', `To: <${long}>`, 'Reply-To: <office@example.test>']);
});
