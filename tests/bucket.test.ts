import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bunImaging } from '#src/runtime/bun/imaging.ts';
import { type BucketServer, startBucketServer } from './support/bucket-server.ts';
import { jpegOf } from './support/pictures.ts';
import { type Caller, testShop } from './support/shop.ts';

/** Uploads in a bucket: two shops with separate folders and one database, like two machines. */
let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.end());

async function twoShops() {
  const here = await testShop({ env: bucket.env, imaging: bunImaging });
  const { databaseUrl } = here.deps.config;
  const there = await testShop({ env: { ...bucket.env, DATABASE_URL: databaseUrl }, imaging: bunImaging });
  const admin = await here.login('admin@bucket.test', { superAdmin: true });
  const organizer = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', {
    name: 'Verein',
  });
  const made = await admin.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Lauf',
    visible: true,
    organizerId: organizer.body.organizer.id,
  });
  return { here, there, admin, path: `/api/admin/events/${made.body.eventId}`, eventId: made.body.eventId };
}

async function upload(caller: Caller, path: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('file', new File([bytes], 'bild.jpg'));
  const token = caller.cookies.get('csrf-token') ?? '';
  const answer = await caller.fetch(`${path}/picture`, {
    method: 'POST',
    body: form,
    headers: { 'x-csrf-token': token },
  });
  return { status: answer.status, body: (await answer.json()) as { event: { titlePicture: string }; code: string } };
}

test('what is uploaded at one process is served by another, as from a disk, and goes for both', async () => {
  const { here, there, admin, path } = await twoShops();
  const { status, body } = await upload(admin, path, jpegOf(120, 60));
  expect(status).toBe(200);
  const served = await there.visitor().fetch(body.event.titlePicture);
  expect([served.status, served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ]);
  expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(100);
  const name = body.event.titlePicture.split('/').at(-1) ?? '';
  await admin.json('PATCH', path, { titlePicture: null });
  expect((await admin.json('DELETE', `${path}/pictures/${name}`)).status).toBe(204);
  // No page shows it, although it still exists.
  expect((await there.visitor().fetch(body.event.titlePicture)).status).toBe(404);
  for (let round = 0; round < 2; round++) await there.shop.settle();
  expect(await here.deps.files.within('pictures').names()).toEqual([]);
  await expect(here.deps.files.within('..').names()).resolves.toEqual([]);
});

test('a long file that one process made is read at another', async () => {
  const { here, there } = await twoShops();
  const file = await here.deps.largeFiles('exports').create('7-abc.csv');
  await file.write(new TextEncoder().encode('Bib;Name\n'));
  expect(await there.deps.largeFiles('exports').read('7-abc.csv')).toBeNull();
  await file.complete();
  const read = await there.deps.largeFiles('exports').read('7-abc.csv');
  expect([read?.size, await new Response(read?.body).text()]).toEqual([9, 'Bib;Name\n']);
});

test('a bucket that is away: pages stand, what needs it is refused until it is back', async () => {
  const { here, there, admin, path, eventId } = await twoShops();
  const { body } = await upload(admin, path, jpegOf(90, 60));
  bucket.illness = 'refuses';
  try {
    for (const page of ['/', `/events/${eventId}`]) expect((await there.visitor().fetch(page)).status).toBe(200);
    const picture = await there.visitor().fetch(body.event.titlePicture);
    expect([picture.status, picture.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await here.visitor().fetch('/readyz')).status).toBe(200);
    const refused = await upload(admin, path, jpegOf(80, 60));
    expect([refused.status, refused.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
  } finally {
    bucket.illness = null;
  }
  expect((await there.visitor().fetch(body.event.titlePicture)).status).toBe(200);
  expect((await upload(admin, path, jpegOf(80, 60))).status).toBe(200);
}, 60_000);

test('a copy says that uploads are not in it', async () => {
  const { here } = await twoShops();
  const said = await here.shop.backup(join(here.deps.config.dataDir, 'copy.backup'));
  expect(said).toBe('the database, but no uploads: they are in the bucket shop, which is copied by itself');
});
