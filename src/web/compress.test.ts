import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';

const gzip = { 'accept-encoding': 'gzip' };
const unpacked = async (answer: Response) =>
  new TextDecoder().decode(gunzipSync(new Uint8Array(await answer.arrayBuffer())));

test('pages and assets are packed for who takes it, and say so to caches', async () => {
  const shop = await testShop({ demo: true });
  const visitor = shop.visitor();
  const address = shop.deps.assets.manifest.css;
  for (const path of ['/', '/data-protection', '/auth', address, '/api/openapi.json']) {
    const plain = await visitor.fetch(path);
    const packed = await visitor.fetch(path, { headers: gzip });
    expect([path, plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      path,
      null,
      'gzip',
    ]);
    expect(packed.headers.get('vary'), path).toContain('accept-encoding');
    expect(plain.headers.get('vary'), path).toContain('accept-encoding');
    expect(await unpacked(packed), path).toBe(await plain.text());
  }
});

test('a browser that has a packed page is not sent it again', async () => {
  const shop = await testShop({ demo: true });
  const visitor = shop.visitor();
  for (const path of ['/', shop.deps.assets.manifest.css]) {
    const etag = (await visitor.fetch(path, { headers: gzip })).headers.get('etag') ?? '';
    expect(etag, path).toMatch(/^W\//);
    expect((await visitor.fetch(path, { headers: { ...gzip, 'if-none-match': etag } })).status, path).toBe(304);
  }
});

test('what a session sees is not packed for a request that another site caused', async () => {
  const shop = await testShop({ demo: true });
  const admin = await shop.login('admin@startblock.example', { superAdmin: true });
  const encodingFor = async (site?: string) =>
    (await admin.fetch('/settings', { headers: { ...gzip, ...(site ? { 'sec-fetch-site': site } : {}) } })).headers.get(
      'content-encoding',
    );
  expect([await encodingFor('same-origin'), await encodingFor('none')]).toEqual(['gzip', 'gzip']);
  expect([await encodingFor('cross-site'), await encodingFor('same-site'), await encodingFor()]).toEqual([
    null,
    null,
    null,
  ]);
});
