import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskAssets } from '#tests/support/disk-assets.ts';
import type { Assets } from './assets.ts';

let folder: string;
let assets: Assets;
const manifest = { runtime: '', hydrate: '', hydrateDeps: [], islands: {}, css: '/assets/main-1.css', files: {} };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main-1.css'), 'body{}');
  await writeFile(join(folder, 'secret.txt'), 'no');
  assets = await diskAssets(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('serves what was built, with its type and a tag that names its content', async () => {
  const css = await assets.read('/assets/main-1.css');
  expect(new TextDecoder().decode(css?.body.plain)).toBe('body{}');
  expect(css?.type).toBe('text/css; charset=utf-8');
  expect(css?.etag).toMatch(/^"[\w-]{22}"$/);
  expect(await assets.read('/assets/main-1.css')).toBe(css);
  expect(assets.manifest.css).toBe('/assets/main-1.css');
});

test.each([
  '/assets/',
  '/assets/none.css',
  '/assets/manifest.json',
  '/assets/secret.txt',
  '/assets/../main-1.css',
  '/assets/..%2fmain-1.css',
  '/assets/sub/main-1.css',
  '/main-1.css',
  '/assets/accent-red.css',
])('has nothing at %s', async (address) => expect(await assets.read(address)).toBeNull());

test('computes the style sheet of an accent colour', async () => {
  const css = await assets.read('/assets/accent-ffd400.css');
  expect(new TextDecoder().decode(css?.body.plain)).toContain('--accent:#ffd400');
});
