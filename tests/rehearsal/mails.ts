import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningServer, StoredMail } from '../support/server.ts';

/** Where the product answers, and how its mails are read. */
export type At = Pick<RunningServer, 'url' | 'mailbox'>;

/** What a mail server laid into a Maildir, newest first. */
export async function mailsIn(maildir: string, to: string): Promise<StoredMail[]> {
  const names = await readdir(join(maildir, 'all/new')).catch(() => []);
  const mails = await Promise.all(
    names.sort().map(async (name) => mailOf(name, await readFile(join(maildir, 'all/new', name), 'latin1'))),
  );
  return mails.filter((mail) => mail.to.includes(to)).reverse();
}

function mailOf(id: string, source: string): StoredMail {
  const text = partOf(source, 'text/plain');
  return {
    id,
    to: /^To: (.*)$/im.exec(source)?.[1] ?? '',
    subject: /^Subject: (.*)$/im.exec(source)?.[1] ?? '',
    text,
    html: partOf(source, 'text/html'),
    attachments: [],
  };
}

/** The first part of this type, decoded (RFC 2045). */
function partOf(source: string, type: string): string {
  const [, head = '', rest = ''] =
    new RegExp(`((?:^[^\\n]+\\n)*^Content-Type: ${type}(?:.*\\n(?:[^\\n]+\\n)*))\\n([\\s\\S]*)`, 'im').exec(
      source.replaceAll('\r\n', '\n'),
    ) ?? [];
  const body = rest.split(/^--/m)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(/quoted-printable/i.test(head) ? bytes : body, 'latin1').toString('utf8');
}
