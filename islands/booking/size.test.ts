import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Manifest, packedEnds } from '#src/web/assets.ts';

const assets = resolve(import.meta.dirname, '../../dist/assets');
const manifest = JSON.parse(readFileSync(join(assets, 'manifest.json'), 'utf8')) as Manifest;

const fileAt = (address: string): string => join(assets, address.replace('/assets/', ''));
const scriptsOf = (name: string): string[] => {
  const island = manifest.islands[name];
  if (!island) throw new Error(`there is no script ${name}`);
  return [island.src, ...island.deps];
};
/** As it goes out to whoever takes gzip; what is too small to be packed goes out as it is. */
const sent = (address: string): number => {
  const packed = fileAt(address) + packedEnds.gzip;
  return statSync(existsSync(packed) ? packed : fileAt(address)).size;
};
const sumOf = (addresses: readonly string[]): number =>
  [...new Set(addresses)].reduce((sum, one) => sum + sent(one), 0);

/** What the pages of a booking load without being asked, from the first step to the order, with a login on the way. */
const byThemselves = [
  manifest.runtime,
  manifest.hydrate,
  ...manifest.hydrateDeps,
  ...['BookingStep', 'voucher-form', 'csrf'].flatMap(scriptsOf),
];
/** With what somebody needs who types, presses and is told what went wrong. */
const everything = [...byThemselves, ...['step-rules', 'toast', 'order-lines'].flatMap(scriptsOf)];

test('the pages of a booking load at most 84 KB of script, 98 KB when they are used', () => {
  expect(sumOf(byThemselves)).toBeLessThan(84_000);
  expect(sumOf(everything)).toBeLessThan(98_000);
});

test('where there is a code or a discount that is at most 5 KB more', () => {
  expect(sumOf([...everything, ...scriptsOf('code-rules')]) - sumOf(everything)).toBeLessThan(5_000);
});

test('a script of a kilobyte or more lies packed beside itself, smaller with brotli', () => {
  for (const address of everything.filter((one) => statSync(fileAt(one)).size >= 1024)) {
    const [plain, gzip, br] = ['', packedEnds.gzip, packedEnds.br].map((end) => statSync(fileAt(address) + end).size);
    expect([br, gzip, plain], address).toEqual([br, gzip, plain].sort((a = 0, b = 0) => a - b));
  }
});
