import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Manifest } from '#src/platform/assets.ts';

const assets = resolve(import.meta.dirname, '../../dist/assets');
/** What the steps wake, from the first to the order. */
const ofTheBooking = ['BookingStep', 'voucher-form', 'toast', 'csrf'];

test('the whole booking, all steps together, loads at most 95 KB of script, and 5 KB more where there is a code or a discount', () => {
  const manifest = JSON.parse(readFileSync(join(assets, 'manifest.json'), 'utf8')) as Manifest;
  const loaded = new Set([manifest.runtime, manifest.hydrate, ...manifest.hydrateDeps]);
  for (const name of ofTheBooking) {
    const island = manifest.islands[name];
    expect(island, name).toBeDefined();
    for (const url of island ? [island.src, ...island.deps] : []) loaded.add(url);
  }
  const bytesOf = (url: string) =>
    gzipSync(readFileSync(join(assets, url.replace('/assets/', ''))), { level: 9 }).length;
  expect([...loaded].reduce((sum, url) => sum + bytesOf(url), 0)).toBeLessThan(95_000);
  expect(bytesOf(manifest.islands['code-rules']?.src ?? '')).toBeLessThan(4_700);
});
