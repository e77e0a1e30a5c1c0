import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { bunImaging } from '#src/runtime/bun/imaging.ts';
import { jpegOf, pngOf, red, svgOf, withExif } from '#tests/support/pictures.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { pictureFiles } from './save-pictures.ts';

type Named = { titlePicture: string; previewPicture: string; picture: string };
type Answered = { event: Named; competition: Named; article: Named; code: string; details: Record<string, unknown> };
type Gallery = {
  rows: { picture: string; small: string; width: number; height: number; usedBy: { kind: string }[] }[];
};

async function scene(options: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop(options);
  const admin = await shop.login('admin@pictures.test', { superAdmin: true });
  const made = async (name: string) => {
    const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name });
    await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email: `${name}@pictures.test` });
    const organizer = await shop.login(`${name}@pictures.test`);
    const event = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
      title: name,
      visible: true,
    });
    return { organizer, eventId: event.body.eventId };
  };
  const { organizer, eventId } = await made('verein');
  const competition = await organizer.json<{ competition: { id: number } }>(
    'POST',
    `/api/admin/competitions/${eventId}`,
    { title: '10 km' },
  );
  const article = await organizer.json<{ article: { id: number } }>('POST', `/api/admin/articles/${eventId}`, {
    name: 'Shirt',
  });
  return {
    shop,
    organizer,
    eventId,
    competitionId: competition.body.competition.id,
    articleId: article.body.article.id,
    other: await made('fremd'),
  };
}

const formWith = (bytes: Uint8Array, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'photo.exe', { type: 'application/x-msdownload' }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

async function upload(caller: Caller, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const token = caller.cookies.get('csrf-token') ?? '';
  const answer = await caller.fetch(path, { method: 'POST', body, headers: { 'x-csrf-token': token, ...headers } });
  return { status: answer.status, body: (await answer.json()) as Answered };
}

/** Nothing that a PNG could make small. */
function noise(x: number, y: number) {
  let value = Math.imul(x + y * 4099 + 1, 0x6d2b79f5);
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255];
}

describe('a picture of an event', () => {
  test('is taken by its content, made anew in two sizes and served to everyone', async () => {
    const here = await scene();
    const { shop } = here;
    const photo = withExif(jpegOf(2000, 1000), 1);
    const { status, body } = await upload(here.organizer, `/api/admin/events/${here.eventId}/picture`, formWith(photo));
    expect(status).toBe(200);
    const address = body.event.titlePicture;
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{64}\.jpg$/);

    const visitor = shop.visitor();
    const large = await visitor.fetch(address);
    expect(large.status).toBe(200);
    expect(Object.fromEntries(large.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const bytes = Buffer.from(await large.arrayBuffer());
    expect(bytes.includes('GPS')).toBe(false);
    const small = await visitor.fetch(address.replace('/pictures/', '/pictures/small/'));
    expect((await small.arrayBuffer()).byteLength).toBeLessThan(bytes.length);

    const gallery = await here.organizer.json<Gallery>('GET', `/api/admin/events/${here.eventId}/pictures`);
    expect(gallery.body.rows).toMatchObject([
      { picture: address, width: 1600, height: 800, usedBy: [{ kind: 'event', id: here.eventId, title: 'verein' }] },
    ]);
    const page = await (await visitor.fetch(`/events/${here.eventId}`)).text();
    expect(page).toContain(`srcSet="/pictures/small/${address.slice(10)} 640w, ${address} 1600w" sizes="`);
  });

  test('comes in widths when it was uploaded; a drawing has none, and so no sizes to choose among them', async () => {
    const here = await scene();
    const previewPicture = 'default:article';
    await here.organizer.json('PATCH', `/api/admin/competitions/${here.competitionId}`, { previewPicture });
    const pages = ['/', `/events/${here.eventId}`].map(async (path) => (await here.shop.visitor().fetch(path)).text());
    const pictures = (await Promise.all(pages)).flatMap((page) => page.match(/<img[^>]*>/g) ?? []);
    // The card on the home page, the event's own and the competition's.
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    expect(pictures.filter((picture) => / sizes=/.test(picture) && !/ srcset=/i.test(picture))).toEqual([]);
  });

  test('stands in a competition and an article, too; a drawing and a large PNG become what suits them', async () => {
    const here = await scene();
    const drawing = await upload(
      here.organizer,
      `/api/admin/competitions/${here.competitionId}/picture`,
      formWith(svgOf('<circle cx="200" cy="100" r="80" fill="#dc1414"/>')),
    );
    expect(drawing.body.competition.previewPicture).toMatch(/\.png$/);
    const photo = await upload(
      here.organizer,
      `/api/admin/articles/${here.articleId}/picture`,
      formWith(pngOf(900, 700, noise)),
    );
    expect(photo.body.article.picture).toMatch(/\.jpg$/);
    const removed = await here.organizer.json<Answered>('DELETE', `/api/admin/articles/${here.articleId}/picture`);
    expect(removed.body.article.picture).toBeNull();
  });

  test('an article without a picture shows the default in the list of articles and on its page', async () => {
    const { organizer, eventId, articleId } = await scene();
    for (const path of [`/admin/events/${eventId}/articles`, `/admin/events/${eventId}/articles/${articleId}`]) {
      const page = await (await organizer.fetch(path)).text();
      expect(page.match(/<img[^>]*\/article-[^>]*>/g), path).toHaveLength(1);
    }
  });

  test('comes as WebP, too, clear places included; what a phone alone can read is refused with a way out', async () => {
    const here = await scene({ imaging: bunImaging });
    const path = `/api/admin/events/${here.eventId}/picture`;
    const webp = async (png: Uint8Array<ArrayBuffer>) => new Uint8Array(await new Bun.Image(png).webp().bytes());
    const photo = await upload(here.organizer, path, formWith(await webp(pngOf(900, 700, noise))));
    expect(photo).toMatchObject({ status: 200 });
    expect(photo.body.event.titlePicture).toMatch(/\.jpg$/);
    const clear = await upload(here.organizer, path, formWith(await webp(pngOf(90, 70, () => [220, 20, 20, 0]))));
    expect(clear.body.event.titlePicture).toMatch(/\.png$/);
    const broken = (await webp(pngOf(900, 700, noise))).slice(0, 5000);
    expect((await upload(here.organizer, path, formWith(broken))).body.code).toBe('VALIDATION_FAILED');
    const heic = new Uint8Array(Buffer.from(`\0\0\0 ftypheic${' '.repeat(200)}`));
    const refused = await upload(here.organizer, path, formWith(heic));
    expect([refused.status, JSON.stringify(refused.body.details)]).toEqual([400, expect.stringContaining('HEIC')]);
    const to = `/admin/events/${here.eventId}/page`;
    const body = formWith(heic, { to, csrf: here.organizer.cookies.get('csrf-token') ?? '' });
    const posted = `/admin/events/${here.eventId}/pictures/for/event/${here.eventId}`;
    const answer = await here.organizer.fetch(posted, { method: 'POST', body });
    expect(answer.headers.get('location')).toBe(`${to}?picture=CAMERA_TYPE`);
    expect(await (await here.organizer.fetch(`${to}?picture=CAMERA_TYPE`)).text()).toContain(
      'Bilder im Format AVIF oder HEIC',
    );
  });

  test.each<[string, () => Uint8Array, string, string]>([
    ['a photo that is cut off', () => jpegOf(300, 200).slice(0, 3000), 'CUT_OFF', 'Das Ende der Datei fehlt'],
    [
      'a photo that is cut off and has its end mark put behind',
      () => new Uint8Array([...jpegOf(300, 200).slice(0, 3000), 0xff, 0xd9]),
      'CUT_OFF',
      'Das Ende der Datei fehlt',
    ],
    ['a drawing of another picture', () => svgOf('<image href="/etc/a.png"/>'), 'SVG_FOREIGN', 'andere Dateien'],
    ['a broken drawing', () => svgOf('<g>'), 'SVG_MALFORMED', 'beschädigt oder unvollständig'],
    [
      'a drawing with entities that grow',
      () =>
        new TextEncoder().encode(
          `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${Buffer.from(svgOf('<text>&b;</text>'))}`,
        ),
      'SVG_ENTITIES',
      'Entitäten',
    ],
  ])('%s is refused with the true reason, as call and as page', async (_what, bytes, reason, german) => {
    const { organizer, eventId } = await scene();
    const answer = await upload(organizer, `/api/admin/events/${eventId}/picture`, formWith(bytes()));
    expect([answer.status, JSON.stringify(answer.body.details)]).toEqual([400, expect.stringContaining(german)]);
    const to = `/admin/events/${eventId}/page`;
    const body = formWith(bytes(), { to, csrf: organizer.cookies.get('csrf-token') ?? '' });
    const posted = await organizer.fetch(`/admin/events/${eventId}/pictures/for/event/${eventId}`, {
      method: 'POST',
      body,
    });
    expect(posted.headers.get('location')).toBe(`${to}?picture=${reason}`);
    expect((await (await organizer.fetch(`${to}?picture=${reason}`)).text()).includes(german)).toBe(true);
  });

  test.each([
    ['a text', () => new Uint8Array(Buffer.from('hello')), 'VALIDATION_FAILED', 400],
    ['a drawing of somebody else’s picture', () => svgOf('<image href="/etc/a.png"/>'), 'VALIDATION_FAILED', 400],
    ['a drawing that nests without end', () => svgOf('<g>'.repeat(300_000)), 'VALIDATION_FAILED', 400],
    ['a broken photo', () => jpegOf(64, 64).slice(0, 40), 'VALIDATION_FAILED', 400],
    [
      'a picture that unpacks to gigabytes',
      () => pngOf(10, 10, () => red, { claimed: [30_000, 30_000] }),
      'VALIDATION_FAILED',
      400,
    ],
    ['nothing', () => new Uint8Array(), 'VALIDATION_FAILED', 400],
    ['5 MB and a byte', () => new Uint8Array(5 * 1024 * 1024 + 1), 'FILE_SIZE_LIMIT_EXCEEDED', 413],
    ['50 MB', () => new Uint8Array(50 * 1024 * 1024), 'FILE_SIZE_LIMIT_EXCEEDED', 413],
  ])('%s is refused', async (_what, bytes, code, status) => {
    const { organizer, eventId } = await scene();
    const answer = await upload(organizer, `/api/admin/events/${eventId}/picture`, formWith(bytes()));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

test('nobody without the event gets a byte read, and no other route takes more than before', async () => {
  const { shop, organizer, eventId, other } = await scene();
  const path = `/api/admin/events/${eventId}/picture`;
  let read = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(256 * 1024));
      },
    });
  const sent = (caller: Caller, to: string, headers = {}) =>
    upload(caller, to, endless(), { 'content-type': 'multipart/form-data; boundary=x', ...headers });

  expect((await sent(shop.visitor(), path)).status).toBe(401);
  expect((await sent(organizer, path, { 'x-csrf-token': 'wrong' })).body.code).toBe('INVALID_CSRF_TOKEN');
  expect(read).toBeLessThanOrEqual(4);
  read = 0;
  expect((await sent(organizer, path)).body.code).toBe('FILE_SIZE_LIMIT_EXCEEDED');
  expect(read).toBeLessThanOrEqual(24);
  expect((await sent(organizer, '/api/admin/events')).body.code).toBe('FILE_SIZE_LIMIT_EXCEEDED');
  read = 0;
  expect((await sent(other.organizer, path)).status).toBe(404);
  expect(read).toBeLessThanOrEqual(4);
});

test('only pictures of this very event are shown, and none goes while it stands somewhere', async () => {
  const { shop, organizer, eventId, competitionId, articleId, other } = await scene();
  const { body } = await upload(organizer, `/api/admin/events/${eventId}/picture`, formWith(jpegOf(80, 40)));
  const address = body.event.titlePicture;
  const name = address.slice('/pictures/'.length);
  const patch = async (caller: Caller, path: string, change: object) => {
    const answer = await caller.json<Answered>('PATCH', path, change);
    return answer.status === 200 ? 200 : answer.body.code;
  };
  const foreign = `/api/admin/events/${other.eventId}`;
  expect(await patch(other.organizer, foreign, { titlePicture: address })).toBe('VALIDATION_FAILED');
  expect(await patch(other.organizer, foreign, { titlePicture: 'https://elsewhere.test/x.png' })).toBe(
    'VALIDATION_FAILED',
  );
  expect(await patch(other.organizer, foreign, { titlePicture: 'default:nothing' })).toBe('VALIDATION_FAILED');
  expect(await patch(other.organizer, foreign, { titlePicture: 'default:trail' })).toBe(200);
  const drawn = await shop.visitor().json<Answered>('GET', `${foreign.replace('/admin', '')}`);
  expect(drawn.body.event.titlePicture).toBe('/pictures/drawings/trail.svg');
  const drawing = await shop.visitor().fetch(drawn.body.event.titlePicture);
  expect([drawing.status, drawing.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect((await shop.visitor().fetch('/pictures/drawings/nothing.svg')).status).toBe(404);
  // What an answer said may be sent back.
  expect(await patch(other.organizer, foreign, { titlePicture: drawn.body.event.titlePicture })).toBe(200);
  expect(await patch(organizer, `/api/admin/competitions/${competitionId}`, { previewPicture: address })).toBe(200);
  expect(await patch(organizer, `/api/admin/articles/${articleId}`, { picture: name })).toBe(200);

  const gone = `/api/admin/events/${eventId}/pictures/${name}`;
  const refused = await organizer.json<Answered>('DELETE', gone);
  expect([refused.status, refused.body.code]).toEqual([409, 'CANT_DELETE_PICTURE_IN_USE']);
  expect(refused.body.details.usedBy).toEqual([
    { kind: 'event', id: eventId, title: 'verein' },
    { kind: 'competition', id: competitionId, title: '10 km' },
    { kind: 'article', id: articleId, title: 'Shirt' },
  ]);
  expect((await other.organizer.json('DELETE', gone)).status).toBe(404);

  await patch(organizer, `/api/admin/events/${eventId}`, { titlePicture: null });
  await patch(organizer, `/api/admin/competitions/${competitionId}`, { previewPicture: null });
  await patch(organizer, `/api/admin/articles/${articleId}`, { picture: null });
  expect((await organizer.json('DELETE', gone)).status).toBe(204);
  expect((await organizer.json('DELETE', gone)).status).toBe(404);
  const files = pictureFiles(shop.deps.files);
  expect(await files.names()).toContain(name);
  expect((await shop.visitor().fetch(address)).status).toBe(404);
  await shop.settle();
  expect(await files.names(), 'it might be one whose row is still to come').toContain(name);
  await shop.settle();
  expect(await files.names()).toEqual([]);
});

test('tidying takes no file that is uploaded at the same moment', async () => {
  const { shop, organizer, eventId } = await scene();
  const photo = jpegOf(120, 60);
  const path = `/api/admin/events/${eventId}`;
  for (let round = 0; round < 5; round += 1) {
    const { body } = await upload(organizer, `${path}/picture`, formWith(photo));
    const address = body.event.titlePicture;
    await organizer.json('PATCH', path, { titlePicture: null });
    await organizer.json('DELETE', `${path}/pictures/${address.slice('/pictures/'.length)}`);
    await shop.settle();
    await Promise.all([shop.settle(), upload(organizer, `${path}/picture`, formWith(photo))]);
    expect((await shop.visitor().fetch(address)).status).toBe(200);
  }
});

test('with forms alone: upload, gallery, choose, remove, delete', async () => {
  const { organizer, eventId, competitionId, other } = await scene();
  const gallery = `/admin/events/${eventId}/pictures`;
  const post = (caller: Caller, path: string, body: FormData) => {
    body.set('csrf', caller.cookies.get('csrf-token') ?? '');
    return caller.fetch(path, { method: 'POST', body });
  };
  const html = async () => (await organizer.fetch(gallery)).text();
  expect(await html()).toContain('Noch kein Bild hochgeladen.');

  const added = await post(organizer, gallery, formWith(jpegOf(90, 60), { to: gallery }));
  expect([added.status, added.headers.get('location')]).toEqual([303, gallery]);
  const name = /\/pictures\/small\/([0-9a-f]{64}\.jpg)/.exec(await html())?.[1] ?? '';
  expect(await html()).toContain('Wird nirgends gezeigt.');

  const back = `/admin/tickets/${eventId}/${competitionId}`;
  const chosen = await organizer.form(`${gallery}/for/competition/${competitionId}`, { picture: name, to: back });
  expect(chosen.headers.get('location')).toBe(back);
  expect(await html()).toContain('Bewerb 10 km');
  const refused = await organizer.form(`${gallery}/${name}/delete`, {});
  expect(refused.headers.get('location')).toBe(`${gallery}?picture=CANT_DELETE_PICTURE_IN_USE`);
  expect(await (await organizer.fetch(`${gallery}?picture=CANT_DELETE_PICTURE_IN_USE`)).text()).toContain(
    'Dieses Bild wird noch gezeigt',
  );
  await organizer.form(`${gallery}/for/competition/${competitionId}`, { picture: '', to: back });
  expect((await organizer.form(`${gallery}/${name}/delete`, {})).headers.get('location')).toBe(gallery);
  expect(await html()).toContain('Noch kein Bild hochgeladen.');

  const text = formWith(new Uint8Array(Buffer.from('hello')), { to: 'https://elsewhere.test/' });
  const unreadable = await post(organizer, `${gallery}/for/event/${eventId}`, text);
  expect(unreadable.headers.get('location')).toBe(`${gallery}?picture=VALIDATION_FAILED`);
  expect(await (await organizer.fetch(`${gallery}?picture=VALIDATION_FAILED`)).text()).toContain(
    'Diese Datei können wir nicht lesen.',
  );
  const huge = new Uint8Array(5 * 1024 * 1024 + 100 * 1024);
  const tooLarge = (headers: Record<string, string>) =>
    organizer.fetch(gallery, { method: 'POST', body: formWith(huge, { to: gallery }), headers });
  const told = await tooLarge({ referer: `https://startblock.test${back}?saved` });
  expect([told.status, told.headers.get('location')]).toEqual([303, `${back}?saved=&picture=FILE_SIZE_LIMIT_EXCEEDED`]);
  expect((await tooLarge({})).status, 'whence it came is not known').toBe(413);
  const box = await (await organizer.fetch(`${back}?saved&picture=FILE_SIZE_LIMIT_EXCEEDED`)).text();
  expect(box).toContain('Die Datei ist zu groß.');
  expect(box, 'from there one comes back to the box').toContain(`name="to" value="${back}#picture"`);
  const emptied = formWith(new Uint8Array(), { to: `${back}#picture` });
  expect((await post(organizer, `${gallery}/for/competition/${competitionId}`, emptied)).headers.get('location')).toBe(
    `${back}?picture=missing#picture`,
  );
  const none = await post(organizer, gallery, formWith(new Uint8Array(), { to: gallery }));
  expect(none.headers.get('location')).toBe(`${gallery}?picture=missing`);
  expect((await post(other.organizer, gallery, formWith(jpegOf(40, 40)))).status).toBe(404);
  const unknown = await post(organizer, `${gallery}/for/article/${competitionId + 99}`, formWith(jpegOf(40, 40)));
  expect(unknown.status).toBe(404);
});

test('what is sent instead of a form is told in words what it should be', async () => {
  const { organizer, eventId } = await scene();
  const answer = await organizer.json<Answered>('POST', `/api/admin/events/${eventId}/picture`, { file: 'x' });
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(JSON.stringify(answer.body.details)).toContain('multipart/form-data');
});
