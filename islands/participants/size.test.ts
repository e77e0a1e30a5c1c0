import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Manifest } from '#src/platform/assets.ts';

const assets = resolve(import.meta.dirname, '../../dist/assets');

test('the whole booking loads at most 95 KB of script', () => {
  const manifest = JSON.parse(readFileSync(join(assets, 'manifest.json'), 'utf8')) as Manifest;
  const island = manifest.islands.ParticipantsStep;
  const loaded = new Set([
    manifest.runtime,
    manifest.hydrate,
    ...manifest.hydrateDeps,
    island?.src,
    ...(island?.deps ?? []),
  ]);
  const bytes = [...loaded].map(
    (url) => gzipSync(readFileSync(join(assets, String(url).replace('/assets/', '')))).length,
  );
  // The other steps add the script of the voucher box, a kilobyte.
  expect(bytes.reduce((sum, each) => sum + each, 1000)).toBeLessThan(95_000);
});
