import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncoding, EncodedBody, encode, encodedHeaders, isCompressible, quickestEncoding } from './encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', null],
  ['identity', null],
  ['', null],
  [undefined, null],
] as const)('of %s it is %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding));

test('what was packed is the same when it is unpacked', async () => {
  const text = new TextEncoder().encode('Startnummer '.repeat(500));
  const [zipped, packed] = [await encode(text, 'gzip', 'eachTime'), await encode(text, 'br', 'once')];
  expect([new Uint8Array(gunzipSync(zipped)), new Uint8Array(brotliDecompressSync(packed))]).toEqual([text, text]);
  expect(packed.length).toBeLessThan(100);
  for (const large of [text, new TextEncoder().encode('Startnummer '.repeat(50_000))])
    expect(new Uint8Array(zstdDecompressSync(await encode(large, 'zstd', 'eachTime')))).toEqual(large);
});

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['zstd;q=0, gzip', 'gzip'],
] as const)('what is packed for one visitor: of %s it is %s', (header, encoding) =>
  expect(quickestEncoding(header)).toBe(encoding),
);

test('a body is packed once for each coding', async () => {
  const body = new EncodedBody(new TextEncoder().encode('x'.repeat(5000)), 'once');
  expect(body.ready('gzip')).toBeNull();
  const packed = await body.packed('gzip');
  expect(body.ready('gzip')).toBe(packed);
  expect(await body.packed('gzip')).toBe(packed);
});

test('pictures and small answers stay as they are', () => {
  expect(isCompressible('text/html; charset=utf-8', 5000)).toBe(true);
  expect(isCompressible('image/svg+xml', 5000)).toBe(true);
  expect(isCompressible('image/jpeg', 5000)).toBe(false);
  expect(isCompressible('text/html', 500)).toBe(false);
  expect(isCompressible(null, 5000)).toBe(false);
});

test('the tag of a packed answer is weak', () => {
  const headers = encodedHeaders(new Headers({ etag: '"a"', 'content-length': '9' }), 'br');
  expect(Object.fromEntries(headers)).toEqual({ etag: 'W/"a"', 'content-encoding': 'br' });
});
