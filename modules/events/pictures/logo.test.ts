import { expect, test } from 'vitest';
import { jpegOf, pngOf, red, svgOf } from '#tests/support/pictures.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { pictureFiles } from './save-pictures.ts';

type Answer = { organizer: { logo: string | null }; code: string };

async function scene() {
  const shop = await testShop();
  const boss = await shop.login('boss@logo.example', { superAdmin: true });
  const made = async (name: string, whiteLabel: string | null = null) => {
    const { body } = await boss.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', {
      name,
      whiteLabel,
    });
    const id = body.organizer.id;
    const who = async (role: 'owner' | 'manager') => {
      await boss.json('POST', `/api/admin/organizers/${id}/users`, { email: `${role}@${name}.example`, role });
      return shop.login(`${role}@${name}.example`);
    };
    const owner = await who('owner');
    const event = { title: `Lauf von ${name}`, visible: true };
    const {
      body: { eventId },
    } = await owner.json<{ eventId: number }>('POST', '/api/admin/events', event);
    return { id, owner, eventId, manager: await who('manager'), path: `/api/admin/organizers/${id}/logo` };
  };
  return { shop, boss, made };
}

async function send(who: Caller, path: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('file', new File([bytes], 'logo.exe'));
  const headers = { 'x-csrf-token': who.cookies.get('csrf-token') ?? '' };
  const answer = await who.fetch(path, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

test('an owner uploads a logo; it stands on the pages of its events, and before the name of a white label', async () => {
  const { shop, made } = await scene();
  const { owner, path, eventId } = await made('verein', 'Donaulauf');
  const plain = await made('nachbar');
  const { status, body } = await send(
    owner,
    path,
    pngOf(900, 300, () => red),
  );
  expect(status).toBe(200);
  const logo = body.organizer.logo ?? '';
  expect(logo).toMatch(/^\/pictures\/[0-9a-f]{64}\.png$/);
  const small = logo.replace('/pictures/', '/pictures/small/');
  const visitor = shop.visitor();
  for (const address of [logo, small]) {
    const picture = await visitor.fetch(address);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  }
  const page = async (id: number) => (await visitor.fetch(`/events/${id}`)).text();
  const html = await page(eventId);
  expect(html).toContain(`<img class="site-mark" src="${small}"`);
  expect(html).toMatch(
    new RegExp(`<img[^>]*class="organizer-logo"[^>]*src="${small}"|src="${small}"[^>]*organizer-logo`),
  );
  await send(
    plain.owner,
    plain.path,
    jpegOf(300, 300, () => red),
  );
  const other = await page(plain.eventId);
  expect([other.includes('organizer-logo'), other.includes('site-mark')]).toEqual([true, false]);
});

test('removed it is nowhere, and its files go; those that somebody still shows stay', async () => {
  const { shop, made } = await scene();
  const [one, two] = [await made('eins'), await made('zwei')];
  const { body } = await send(
    one.owner,
    one.path,
    pngOf(64, 64, () => red),
  );
  await send(
    two.owner,
    two.path,
    pngOf(64, 64, () => red),
  );
  const files = async () => (await pictureFiles(shop.deps.files).names()).length;
  const before = await files();
  expect((await one.owner.json<Answer>('DELETE', one.path)).body.organizer.logo).toBeNull();
  await shop.settle();
  await shop.settle();
  expect([await files(), (await shop.visitor().fetch(body.organizer.logo ?? '')).status]).toEqual([before, 200]);
  await two.owner.json('DELETE', two.path);
  await shop.settle();
  await shop.settle();
  expect([await files(), (await shop.visitor().fetch(body.organizer.logo ?? '')).status]).toEqual([0, 404]);
  expect(await (await shop.visitor().fetch(`/events/${two.eventId}`)).text()).not.toContain('organizer-logo');
});

test('what is no picture is refused before anything is stored, and nobody else changes a logo', async () => {
  const { shop, boss, made } = await scene();
  const { owner, manager, path } = await made('verein');
  const other = await made('fremd');
  const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  for (const wrong of ['', 'GIF89a', '%PDF-1.7', '<svg', '<script>alert(1)</script>'])
    expect([wrong, (await send(owner, path, bytes(wrong))).body.code]).toEqual([wrong, 'VALIDATION_FAILED']);
  const large = await send(owner, path, new Uint8Array(5 * 1024 * 1024 + 1));
  expect(large.body.code).toBe('FILE_SIZE_LIMIT_EXCEEDED');
  expect(await pictureFiles(shop.deps.files).names()).toEqual([]);
  const png = pngOf(8, 8, () => red);
  expect((await send(manager, path, png)).body.code).toBe('NO_PERMISSION');
  expect((await send(other.owner, path, png)).status).toBe(404);
  expect((await other.owner.json('DELETE', path)).status).toBe(404);
  expect((await send(shop.visitor(), path, png)).status).toBe(401);
  expect((await send(boss, path, png)).status).toBe(200);
  const scripted = await send(
    owner,
    path,
    svgOf('<script>alert(1)</script><rect width="400" height="200" fill="#c00"/>'),
  );
  expect(scripted.body.organizer.logo).toMatch(/\.png$/);
});

test('the page does the same, says what was refused, and who did it is written down', async () => {
  const { shop, made } = await scene();
  const { owner, manager, id } = await made('verein');
  const page = `/admin/organizer/${id}/logo`;
  const post = (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.set('csrf', owner.cookies.get('csrf-token') ?? '');
    if (bytes.length > 0) body.set('file', new File([bytes], 'logo.png'));
    const { publicUrl } = shop.deps.config;
    return owner.fetch(page, { method: 'POST', body, headers: { origin: publicUrl, referer: publicUrl + page } });
  };
  expect((await post(new Uint8Array())).headers.get('location')).toBe(`${page}?picture=missing`);
  const refused = (await post(new Uint8Array([1, 2, 3]))).headers.get('location') ?? '';
  expect(await (await owner.fetch(refused)).text()).toContain('role="alert"');
  expect((await post(pngOf(40, 20, () => red))).headers.get('location')).toBe(page);
  expect(await (await owner.fetch(page)).text()).toContain('logo-shown');
  expect((await manager.fetch(page)).status).toBe(403);
  expect((await owner.form(`${page}/remove`, {})).status).toBe(303);
  expect(await (await owner.fetch(page)).text()).not.toContain('logo-shown');
  const boss = await shop.login('second@logo.example', { superAdmin: true });
  const me = (await owner.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const { body } = await boss.json<{ user: { audits: { type: string }[] } }>('GET', `/api/admin/users/${me}`);
  expect(body.user.audits.filter(({ type }) => type === 'OrganizerLogoChanged')).toHaveLength(2);
});
