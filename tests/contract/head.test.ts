import { expect, test } from 'vitest';
import { lineOf } from '#src/access/permissions.ts';
import { apiRoutes, fill, pageRoutes, type Scene, scene } from './scene.ts';

const filesOf = ({ shop }: Scene): string[] => {
  const { css, files } = shop.deps.assets.manifest;
  return [css, ...Object.values(files)];
};

/** Each download is an entry of the history that it holds, so the next one is longer. */
const growing = '/api/settings/export';

/** HEAD of every address answers as GET does, with its length and without its body. */
test('HEAD answers with status, type and length of GET, on every page and call', { timeout: 120_000 }, async () => {
  const at = await scene();
  const plain = ['/healthz', '/api/openapi.json', '/api/nothing', '/nothing', ...filesOf(at)];
  const routes = [...apiRoutes, ...pageRoutes].filter(({ method, path }) => method === 'get' && path !== growing);
  const asked = [
    ...plain.map((path) => ({ path, who: at.guest })),
    ...routes.map(({ path, may }) => ({
      path: fill(path, { ...at.ids, event: at.ids.eventId ?? '' }),
      who: lineOf(may).whose === 'own' ? at.buyer : at.superAdmin,
    })),
  ];
  expect(asked.length).toBeGreaterThan(300);
  for (const { path, who } of asked) {
    const head = await who.fetch(path, { method: 'HEAD' });
    const got = await who.fetch(path);
    const { byteLength } = await got.arrayBuffer();
    const length = head.headers.get('content-length');
    expect([path, head.status, head.headers.get('content-type'), length, head.body]).toEqual([
      path,
      got.status,
      got.headers.get('content-type'),
      got.body === null ? null : String(byteLength),
      null,
    ]);
  }
});

test('HEAD of what is packed has the packed length', async () => {
  const at = await scene();
  const headers = { 'accept-encoding': 'gzip', 'user-agent': 'a browser' };
  for (const path of ['/api/openapi.json', '/', ...filesOf(at).slice(0, 1)]) {
    const head = await at.guest.fetch(path, { method: 'HEAD', headers });
    const got = await at.guest.fetch(path, { headers });
    expect([path, head.headers.get('content-encoding'), head.headers.get('content-length')]).toEqual([
      path,
      'gzip',
      String((await got.arrayBuffer()).byteLength),
    ]);
  }
});
