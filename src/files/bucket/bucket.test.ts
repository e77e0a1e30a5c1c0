import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BucketConfig, bucketConfig } from '#src/config/bucket.ts';
import { readConfig } from '#src/config/config.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import { type BucketServer, startBucketServer } from '#tests/support/bucket-server.ts';
import { bucketLargeFiles } from '../large-files.ts';
import { bucketFiles } from '../stored-files.ts';
import { unnamedFiles } from '../tidy-files.ts';
import { type BucketFault, type BucketPatience, bucketAt, bucketHealth } from './bucket.ts';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.end());

const configOf = (more: Record<string, string> = {}) => bucketConfig({ ...server.env, ...more }) as BucketConfig;
const bucket = (patience: BucketPatience = { pausesMs: [] }) => bucketAt(configOf(), patience);
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a file is called by its content, comes back as it was, and is listed in its own place alone', async () => {
  const files = bucketFiles(bucket()).within('pictures');
  const name = await files.put(bytesOf('Startnummer 7'), 'txt');
  expect(await files.put(bytesOf('Startnummer 7'), 'txt')).toBe(name);
  expect(await files.get(name)).toEqual(bytesOf('Startnummer 7'));
  const hour = files.within('41');
  await hour.put(bytesOf('a file of an hour'), 'csv');
  expect([await files.names(), await files.has(name)]).toEqual([[name], true]);
  expect(await files.folders()).toEqual(expect.arrayContaining(['41']));
  expect(await hour.names()).toHaveLength(1);
  await files.remove(name);
  await files.remove(name);
  expect([await files.get(name), await files.has(name), await files.names()]).toEqual([null, false, []]);
});

test.each(['../secret', '/etc/passwd', 'a.txt', `${'0'.repeat(64)}.txt/..`, `${'0'.repeat(64)}.txt`, ''])(
  'nothing is found under %j',
  async (name) => expect(await bucketFiles(bucket()).get(name)).toBeNull(),
);

test('all names are found where the server tells them in portions', async () => {
  const files = bucketFiles(bucket()).within('many');
  const put = await Promise.all(Array.from({ length: 105 }, (_, at) => files.put(bytesOf(`file ${at}`), 'txt')));
  expect((await files.names()).sort()).toEqual(put.sort());
});

test('a picture that many want is asked for once, other files each time', async () => {
  const files = bucketFiles(bucket()).within('pictures');
  const [picture, paper] = [await files.put(bytesOf('a picture'), 'png'), await files.put(bytesOf('a paper'), 'pdf')];
  const from = server.asked.length;
  await Promise.all(Array.from({ length: 20 }, () => files.get(picture)));
  await files.get(picture);
  for (let time = 0; time < 3; time++) await files.get(paper);
  const asked = server.asked.slice(from);
  expect(asked.filter((line) => line.includes(picture))).toHaveLength(1);
  expect(asked.filter((line) => line.includes(paper))).toHaveLength(3);
});

test('what is too large for memory is made beside, kept whole and read as a stream', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-large-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = bucketLargeFiles(bucket(), 'exports/', folder);
  const open = await files.create('7-abc.csv');
  for (let piece = 0; piece < 40; piece++) await open.write(new Uint8Array(100_000).fill(piece));
  expect([await files.names(), await files.read('7-abc.csv')]).toEqual([['7-abc.csv.part'], null]);
  await open.complete();
  expect(await files.names()).toEqual(['7-abc.csv']);
  const read = await files.read('7-abc.csv');
  expect(read?.size).toBe(4_000_000);
  const whole = new Uint8Array(await new Response(read?.body).arrayBuffer());
  expect([whole.length, whole[0], whole[2_000_001], whole.at(-1)]).toEqual([4_000_000, 0, 20, 39]);
  await files.remove('7-abc.csv');
  expect([await files.names(), await files.read('7-abc.csv')]).toEqual([[], null]);
});

test('a file that nothing names goes in the second round, and one that is named while it goes is put back', async () => {
  const files = bucketFiles(bucket()).within('tidied');
  const [unnamed, named, late] = [
    await files.put(bytesOf('1'), 'txt'),
    await files.put(bytesOf('2'), 'txt'),
    await files.put(bytesOf('3'), 'txt'),
  ];
  let looks = 0;
  const round = unnamedFiles(files, {
    is: async (name) => name === named || (name === late && ++looks === 3),
  });
  await round();
  expect((await files.names()).sort()).toEqual([unnamed, named, late].sort());
  await round();
  expect((await files.names()).sort()).toEqual([named, late].sort());
  expect(await files.get(late)).toEqual(bytesOf('3'));
});

test('a bucket that refuses for a moment is asked again; one that stays away is a fault of the storage', async () => {
  const files = bucketFiles(bucket({ pausesMs: [150, 300], answerMs: 2000 }));
  server.illness = 'refuses';
  const from = server.asked.length;
  const asked = files.put(bytesOf('patience'), 'txt');
  await expect.poll(() => server.asked.length).toBeGreaterThan(from);
  server.illness = null;
  expect(await files.get(await asked)).toEqual(bytesOf('patience'));

  const impatient = bucketFiles(bucket({ pausesMs: [1], answerMs: 300 }));
  for (const illness of ['refuses', 'hangs'] as const) {
    server.illness = illness;
    const fault = await impatient.put(bytesOf('x'), 'txt').catch((error: unknown) => error);
    expect(storageFaultOf(fault)).toBe('bucket');
    expect((fault as BucketFault).status).toBe(illness === 'refuses' ? 503 : 0);
  }
  server.illness = null;
});

test('doctor tries the bucket, and says which setting to look at', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-bucket-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const health = (more: Record<string, string>) => bucketHealth({ bucket: configOf(more), dataDir });
  const { host } = new URL(server.env.S3_ENDPOINT as string);
  expect(await health({})).toBe(`${host} keeps uploads in shop`);
  await expect(health({ S3_SECRET_ACCESS_KEY: 'not-the-one' })).rejects.toThrow(/403 .*S3_ACCESS_KEY_ID and S3_SECRET/);
  await expect(health({ S3_ACCESS_KEY_ID: 'SOMEBODY' })).rejects.toThrow(/S3_ACCESS_KEY_ID/);
  await expect(health({ S3_BUCKET: 'another' })).rejects.toThrow(/404 NoSuchBucket.*S3_BUCKET/);
  await expect(health({ S3_ENDPOINT: 'http://127.0.0.1:9' })).rejects.toThrow(
    /127\.0\.0\.1:9 does not answer.*S3_ENDPOINT/,
  );
  await mkdir(join(dataDir, 'files'));
  await writeFile(join(dataDir, 'files', 'left'), '');
  await expect(health({})).rejects.toThrow(/looked for in the bucket shop alone: copy .*files there/);
  expect(await bucketHealth({ bucket: null, dataDir })).toBe('uploads are kept in DATA_DIR');
});

test('settings of a bucket are given together, and a wrong one is named without its value', () => {
  const { S3_SECRET_ACCESS_KEY: _secret, ...some } = server.env;
  expect(() => readConfig(some)).toThrow('S3_SECRET_ACCESS_KEY is missing, but S3_ENDPOINT is set');
  const wrong: [string, string][] = [
    ['S3_ENDPOINT', 'https://key:secret@s3.example.org'],
    ['S3_ENDPOINT', 'https://s3.example.org/shop'],
    ['S3_BUCKET', 'No Bucket'],
    ['S3_REGION', 'eu central'],
    ['S3_ACCESS_KEY_ID', 'two words'],
    ['S3_SECRET_ACCESS_KEY', 'a secret with blanks'],
  ];
  for (const [name, value] of wrong) {
    const read = () => readConfig({ ...server.env, [name]: value });
    expect(read).toThrow(new RegExp(`^${name} `));
    expect(read).not.toThrow(value);
  }
});
