import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeSigner } from '#src/access/signer.ts';
import { instant, minutes } from '#src/kernel/time.ts';
import { diskFiles } from './files.ts';

async function freshFiles() {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-files-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return diskFiles(directory);
}

test('a file is called by its content, and comes back as it was', async () => {
  const files = await freshFiles();
  const bytes = new TextEncoder().encode('Startnummer 7');
  const name = await files.put(bytes, 'txt');
  expect(await files.put(bytes, 'txt')).toBe(name);
  expect(await files.get(name)).toEqual(bytes);
});

test.each(['../secret', '/etc/passwd', 'a.txt', `${'0'.repeat(64)}.txt/..`, `${'0'.repeat(64)}.txt`, ''])(
  'nothing is found under %j',
  async (name) => expect(await (await freshFiles()).get(name)).toBeNull(),
);

test('a signed path is good for its path and its time alone', () => {
  const signer = makeSigner('a secret for tests alone');
  const now = instant(1_700_000_000_000);
  const signed = new URL(`http://x${signer.signPath('/a/1.pdf', instant(now + minutes(15)))}`);
  const tampered = (change: (query: URLSearchParams) => void) => {
    const query = new URLSearchParams(signed.searchParams);
    change(query);
    return query;
  };
  expect(signer.isSigned('/a/1.pdf', signed.searchParams, now)).toBe(true);
  expect(signer.isSigned('/a/2.pdf', signed.searchParams, now)).toBe(false);
  expect(signer.isSigned('/a/1.pdf', signed.searchParams, instant(now + minutes(15)))).toBe(false);
  expect(
    signer.isSigned(
      '/a/1.pdf',
      tampered((query) => query.set('expires', `${now + minutes(99)}`)),
      now,
    ),
  ).toBe(false);
  expect(
    signer.isSigned(
      '/a/1.pdf',
      tampered((query) => query.set('signature', '')),
      now,
    ),
  ).toBe(false);
  expect(
    signer.isSigned(
      '/a/1.pdf',
      tampered((query) => query.delete('expires')),
      now,
    ),
  ).toBe(false);
  expect(makeSigner('another secret of ours').isSigned('/a/1.pdf', signed.searchParams, now)).toBe(false);
});
