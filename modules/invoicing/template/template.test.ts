import { Buffer } from 'node:buffer';
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { present } from '#src/kernel/assert.ts';
import { jpegOf, pngOf, svgOf } from '#tests/support/pictures.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { issuePaper } from '../papers/issue-paper.ts';
import { drawPaper, paperFile, paperPictures } from '../papers/paper-file.ts';
import { paperTemplateOf, templateOf } from '../read-template.ts';
import { plainTemplate } from '../rules/paper.ts';
import { samplePaper } from '../testing.ts';
import { examplePaper } from './example.ts';
import { forgetPaperPictures } from './save-pictures.ts';

type Template = {
  accountingGroupNr: { value: number; prefix: string; suffix: string };
  descriptionTop: string | null;
  descriptionBottom: string | null;
  spacing: typeof plainTemplate.spacing;
  pictures: Record<'header' | 'center' | 'footer', string | null>;
};
type Answer = { template: Template; code: string; details: { fields?: Record<string, string[]> } };

async function scene() {
  const shop = await testShop();
  const admin = await shop.login('admin@templates.test', { superAdmin: true });
  const made = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', {
    name: 'Laufverein Donau',
    accentColor: '#0b7a4b',
    address: { street: 'Hauptplatz', houseNumber: '1', zipCode: '4020', city: 'Linz', countryCode: 'AT' },
  });
  const { id } = made.body.organizer;
  const path = `/api/admin/organizer-invoices/${id}/invoice-pdf-template`;
  const issue = (occasion: string) =>
    shop.deps.write(async (work) => {
      const { version: _, number: __, issuedOn: ___, refersTo: ____, currency: _____, ...content } = samplePaper();
      const template = await paperTemplateOf(work.tx, id);
      const data = { ...content, template };
      return issuePaper(work, {
        series: { organizerId: id },
        organizerId: id,
        occasion,
        timeZone: 'Europe/Vienna',
        data,
      });
    });
  return { shop, admin, id, path, page: `/admin/organizers/template/${id}`, issue };
}

async function upload(caller: Caller, path: string, bytes: Uint8Array) {
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'logo.exe'));
  const headers = { 'x-csrf-token': caller.cookies.get('csrf-token') ?? '' };
  const answer = await caller.fetch(path, { method: 'POST', body: form, headers });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

test('uses the plain template until a change; omitted fields stay', async () => {
  const { admin, path, id } = await scene();
  const plain = await admin.json<Answer>('GET', path);
  expect(plain.body.template).toEqual({
    accountingGroupNr: { value: 1, prefix: `R${id}-`, suffix: '' },
    descriptionTop: null,
    descriptionBottom: null,
    spacing: plainTemplate.spacing,
    pictures: { header: null, center: null, footer: null },
  });
  const first = await admin.json<Answer>('PATCH', path, {
    accountingGroupNr: { value: 500, prefix: 'LC-', suffix: '-26' },
    descriptionTop: ' Danke!\r\nBis bald ',
    spacing: { left: { value: 90.701, unit: 'px' } },
  });
  expect(first.status).toBe(200);
  const second = await admin.json<Answer>('PATCH', path, { accountingGroupNr: { suffix: null }, descriptionTop: '' });
  expect(second.body.template).toEqual({
    ...plain.body.template,
    accountingGroupNr: { value: 500, prefix: 'LC-', suffix: '' },
    spacing: { ...plainTemplate.spacing, left: { value: 90.7, unit: 'px' } },
  });
  expect((await admin.json<Answer>('PATCH', path, {})).body.template).toEqual(second.body.template);
});

test('the number goes forward, and only while there is no paper; prefix and suffix change for later ones', async () => {
  const { admin, path, issue } = await scene();
  const numbers = (accountingGroupNr: object) => admin.json<Answer>('PATCH', path, { accountingGroupNr });
  expect((await numbers({ value: 500, prefix: 'LC-' })).status).toBe(200);
  const back = await numbers({ value: 499 });
  expect([back.status, back.body.code, back.body.details.fields]).toEqual([
    400,
    'VALIDATION_FAILED',
    { 'accountingGroupNr.value': [expect.any(String)] },
  ]);
  expect((await issue('one')).number).toBe('LC-000500');
  expect((await numbers({ value: 600 })).status).toBe(400);
  expect((await numbers({ value: 501, suffix: '-26' })).status).toBe(200);
  expect((await issue('two')).number).toBe('LC-000501-26');
  expect((await admin.json<Answer>('GET', path)).body.template.accountingGroupNr.value).toBe(502);
});

test.each([
  [{ accountingGroupNr: { prefix: 'A1' } }, 'accountingGroupNr.prefix'],
  [{ accountingGroupNr: { suffix: 'ä' } }, 'accountingGroupNr.suffix'],
  [{ accountingGroupNr: { value: 0 } }, 'accountingGroupNr.value'],
  [{ accountingGroupNr: { value: 1.5 } }, 'accountingGroupNr.value'],
  [{ accountingGroupNr: { value: 1_000_000_000 } }, 'accountingGroupNr.value'],
  [{ descriptionTop: 'a\tb' }, 'descriptionTop'],
  [{ descriptionBottom: 'x'.repeat(2001) }, 'descriptionBottom'],
  [{ spacing: { top: { value: 9, unit: 'cm' } } }, 'spacing.top'],
  [{ spacing: { bottom: { value: 1, unit: 'cm' } } }, 'spacing.bottom'],
  [{ spacing: { left: { value: 1, unit: 'mm' } } }, 'spacing.left.unit'],
  [{ spacing: { right: { value: '2', unit: 'cm' } } }, 'spacing.right.value'],
])('%j is refused and changes nothing', async (change, field) => {
  const { admin, path } = await scene();
  const before = await admin.json<Answer>('GET', path);
  const { status, body } = await admin.json<Answer>('PATCH', path, { descriptionTop: 'Neu', ...change });
  expect([status, body.code, Object.keys(body.details.fields ?? {})]).toEqual([400, 'VALIDATION_FAILED', [field]]);
  expect((await admin.json<Answer>('GET', path)).body).toEqual(before.body);
});

test('TEMPLATE_NOT_FOUND for an unknown organizer, area or picture', async () => {
  const { admin, path } = await scene();
  const ask = async (method: string, at: string) => {
    const { status, body } = await admin.json<Answer>(method, at, method === 'GET' ? undefined : {});
    return [status, body.code];
  };
  const missing = [404, 'TEMPLATE_NOT_FOUND'];
  const nobody = path.replace(/\d+/, '999999');
  expect(await ask('GET', nobody)).toEqual(missing);
  expect(await ask('PATCH', nobody)).toEqual(missing);
  expect(await ask('GET', `${nobody}/example`)).toEqual(missing);
  expect(await ask('DELETE', `${path}/picture/header`)).toEqual(missing);
  expect(await ask('DELETE', `${path}/picture/margin`)).toEqual(missing);
  expect((await upload(admin, `${path}/picture/margin`, jpegOf(10, 10))).body.code).toBe('TEMPLATE_NOT_FOUND');
  expect((await upload(admin, `${nobody}/picture/header`, jpegOf(10, 10))).body.code).toBe('TEMPLATE_NOT_FOUND');
});

test('removes transparency from a picture, shows it to super admins, and removes it', async () => {
  const { shop, admin, path, id } = await scene();
  const clear = pngOf(300, 100, (x) => (x < 150 ? [220, 20, 20, 255] : [0, 0, 0, 0]));
  const { status, body } = await upload(admin, `${path}/picture/header`, clear);
  expect(status).toBe(200);
  const address = body.template.pictures.header ?? '';
  expect(address).toMatch(new RegExp(`^/admin/organizers/template/${id}/pictures/[0-9a-f]{64}\\.jpg$`));
  const picture = await admin.fetch(address);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect((await shop.visitor().fetch(address)).status).toBe(303);
  const elsewhere = address.replace(/[0-9a-f]{64}/, 'a'.repeat(64));
  expect((await admin.fetch(elsewhere)).status).toBe(404);

  expect((await upload(admin, `${path}/picture/footer`, svgOf('<rect width="9" height="9"/>'))).status).toBe(200);
  const gone = await admin.json<Answer>('DELETE', `${path}/picture/header`);
  expect(gone.body.template.pictures).toEqual({ header: null, center: null, footer: expect.any(String) });
});

test.each([
  ['a text', () => new Uint8Array(Buffer.from('hello')), 400, 'VALIDATION_FAILED'],
  ['a broken photo', () => jpegOf(64, 64).slice(0, 40), 400, 'VALIDATION_FAILED'],
  ['5 MB and a byte', () => new Uint8Array(5 * 1024 * 1024 + 1), 413, 'FILE_SIZE_LIMIT_EXCEEDED'],
])('%s is no picture for a paper', async (_what, bytes, status, code) => {
  const { admin, path } = await scene();
  const answer = await upload(admin, `${path}/picture/center`, bytes());
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('retains pictures of issued papers and deletes unused ones', async () => {
  const { shop, admin, path, issue } = await scene();
  const { deps } = shop;
  const files = paperPictures(deps.files);
  const put = async (width: number) => {
    const { body } = await upload(admin, `${path}/picture/header`, jpegOf(width, 20));
    return body.template.pictures.header?.split('/').at(-1) ?? '';
  };
  const job = forgetPaperPictures(deps);
  // In the second round that finds it unnamed a file goes.
  const tidy = async () => {
    await job.run();
    await job.run();
  };
  const tried = await put(30);
  const issued = await put(40);
  const { id } = await issue('one');
  const later = await put(50);
  await tidy();
  expect((await files.names()).sort()).toEqual([issued, later].sort());
  await admin.json('DELETE', `${path}/picture/header`);
  await tidy();
  expect(await files.names()).toEqual([issued]);
  const { bytes } = await paperFile(deps, id);
  expect(await picturesIn(bytes)).toEqual([{ width: 40, height: 20, isClear: false }]);
  // Chosen once more it stands there again.
  expect(await put(30)).toBe(tried);
  await tidy();
  expect((await files.names()).sort()).toEqual([issued, tried].sort());
});

async function picturesIn(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Subtype')) !== PDFName.of('Image')) return [];
    const number = (name: string) => Number(String(object.dict.get(PDFName.of(name))));
    return [
      { width: number('Width'), height: number('Height'), isClear: object.dict.get(PDFName.of('SMask')) !== undefined },
    ];
  });
}

test('draws the example with the template, marked as an example, without electronic invoice', async () => {
  const { shop, admin, path, id } = await scene();
  await upload(admin, `${path}/picture/header`, jpegOf(1600, 300));
  await upload(
    admin,
    `${path}/picture/footer`,
    pngOf(300, 100, (x) => [20, 20, 220, x % 256]),
  );
  const answer = await admin.fetch(`${path}/example`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`Beispielrechnung ${id}.pdf`),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const drawn = (await picturesIn(bytes)).sort((a, b) => a.width - b.width);
  expect(drawn).toEqual([
    { width: 300, height: 100, isClear: false },
    { width: 1600, height: 300, isClear: false },
  ]);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  expect(document.catalog.lookup(PDFName.of('AF'))).toBeUndefined();
  // Nothing on any page is drawn with less than its whole colour.
  const states = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict && object.has(PDFName.of('ca')) ? [object.toString()] : []));
  expect(states.filter((state) => !/\/ca 1(?!\.?\d)/.test(state))).toEqual([]);
  const organizer = present(await organizerById(shop.deps.read, id), 'the organizer of the scene');
  const paper = examplePaper(organizer, present(await templateOf(shop.deps.read, id), 'it has one'), shop.clock());
  expect(paper.notes.join()).toContain('keine Rechnung');
  expect(paper.template.accent).toBe('#0b7a4b');
});

test('an organizer without tax gets an example without tax, one in Germany a German one', async () => {
  const { shop, id } = await scene();
  const organizer = present(await organizerById(shop.deps.read, id), 'the organizer of the scene');
  const template = present(await templateOf(shop.deps.read, id), 'it has one');
  const like = (change: Partial<Organizer>) => examplePaper({ ...organizer, ...change }, template, shop.clock());
  expect(like({ taxExemption: 'atClub' }).totals.tax).toBe(0);
  expect(like({ taxExemption: 'atClub' }).taxes[0]?.reason).toContain('§ 6');
  expect(like({ address: { countryCode: 'DE' } }).taxes[0]?.rate).toBe(1900);
});

test('the spacing and the texts of the template stand on the paper', async () => {
  const { shop } = await scene();
  const spacing = { ...plainTemplate.spacing, top: { value: 8, unit: 'cm' as const } };
  const drawn = async (template: typeof plainTemplate) =>
    Buffer.from(await drawPaper(shop.deps, samplePaper({ template }), shop.clock()));
  const plain = await drawn(plainTemplate);
  expect((await drawn({ ...plainTemplate, spacing })).equals(plain)).toBe(false);
  expect((await drawn({ ...plainTemplate, textTop: 'Danke!' })).length).toBeGreaterThan(plain.length);
  expect((await drawn({ ...plainTemplate, textBottom: 'Danke!' })).length).toBeGreaterThan(plain.length);
  expect((await drawn({ ...plainTemplate, accent: '#aa0000' })).equals(plain)).toBe(false);
});

test('who changed what is written down, and nothing of what it says', async () => {
  const { admin, path, page } = await scene();
  await admin.json('PATCH', path, { descriptionTop: 'Geheim', accountingGroupNr: { prefix: 'LC-' } });
  await admin.json('PATCH', path, { descriptionTop: 'Geheim' });
  await upload(admin, `${path}/picture/header`, jpegOf(10, 10));
  const { body: own } = await admin.json<{ userData: { id: number } }>('GET', '/api/settings');
  const { body } = await admin.json<{ user: { audits: { type: string; comment: string }[] } }>(
    'GET',
    `/api/admin/users/${own.userData.id}`,
  );
  const told = body.user.audits.filter(({ type }) => type === 'InvoiceTemplateChanged').map(({ comment }) => comment);
  expect(told.sort()).toEqual([
    expect.stringMatching(/^organizer \d+: accountingGroupNr\.prefix, descriptionTop$/),
    expect.stringMatching(/^organizer \d+: pictures\.header$/),
  ]);
  expect(await (await admin.fetch(page)).text()).toContain('von admin@templates.test');
});

const fieldsOf = (html: string): Record<string, string> => {
  const [, form = ''] = html.split(/<form[^>]*data-guard[^>]*>/);
  const own = form.split('</form>')[0] ?? '';
  const inputs = [...own.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const chosen = [...own.matchAll(/<select[^>]* name="([^"]+)"[\s\S]*?<\/select>/g)].map(([select, name = '']) => [
    name,
    /<option[^>]*selected=""[^>]*>/.exec(select)?.[0].match(/value="([^"]*)"/)?.[1] ?? '',
  ]);
  return Object.fromEntries([
    ...inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value').replaceAll('&quot;', '"')]),
    ...chosen,
  ]);
};

test('previews input without saving, warns before an irreversible number, and saves', async () => {
  const { admin, page, path } = await scene();
  const shown = fieldsOf(await (await admin.fetch(page)).text());
  expect(shown).toMatchObject({ 'accountingGroupNr.value': '1', 'spacing.left.value': '2', 'spacing.left.unit': 'cm' });
  const typed = { ...shown, descriptionTop: 'Danke!', 'accountingGroupNr.value': '500' };
  const preview = await admin.form(page, { ...typed, intent: 'preview' });
  expect(preview.status).toBe(200);
  expect(await preview.text()).toMatch(/class="paper-description">Danke!</);
  expect((await admin.json<Answer>('GET', path)).body.template.descriptionTop).toBeNull();

  const asked = await admin.form(page, typed);
  expect(asked.status).toBe(400);
  expect(await asked.text()).toContain('Zurück geht es danach nicht mehr.');
  const saved = await admin.form(page, { ...typed, confirmed: 'true' });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${page}?saved=1`]);
  const { template } = (await admin.json<Answer>('GET', path)).body;
  expect([template.descriptionTop, template.accountingGroupNr.value]).toEqual(['Danke!', 500]);
});

test('shows errors beside the fields, and the changes of another editor', async () => {
  const { admin, page, path } = await scene();
  const shown = fieldsOf(await (await admin.fetch(page)).text());
  const wrong = await admin.form(page, { ...shown, 'spacing.bottom.value': '1', 'accountingGroupNr.prefix': 'A1' });
  expect(wrong.status).toBe(400);
  const told = await wrong.text();
  expect(told).toContain('id="field-spacing-bottom-value-error">Unten gehen 2,4 bis 8 cm');
  expect(told).toContain('id="field-accountingGroupNr-prefix-error"');
  await admin.json('PATCH', path, { descriptionBottom: 'Von jemand anderem' });
  const late = await admin.form(page, { ...shown, descriptionTop: 'Meins' });
  expect(late.status).toBe(409);
  expect((await admin.json<Answer>('GET', path)).body.template.descriptionTop).toBeNull();
});

test('picture forms lead back and explain refusals', async () => {
  const { admin, page, path } = await scene();
  const post = async (to: string, file?: Uint8Array) => {
    const form = new FormData();
    form.set('csrf', admin.cookies.get('csrf-token') ?? '');
    if (file) form.set('file', new File([file as Uint8Array<ArrayBuffer>], 'x'));
    const answer = await admin.fetch(`${page}/picture/${to}`, { method: 'POST', body: form, redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };
  expect(await post('header')).toEqual([303, `${page}?picture=missing`]);
  expect(await post('header', new Uint8Array([1, 2, 3]))).toEqual([303, `${page}?picture=VALIDATION_FAILED`]);
  expect(await post('header', jpegOf(20, 10))).toEqual([303, `${page}#picture-header`]);
  expect((await admin.json<Answer>('GET', path)).body.template.pictures.header).not.toBeNull();
  expect(await post('header/remove')).toEqual([303, `${page}#picture-header`]);
  expect(await post('header/remove')).toEqual([303, `${page}?picture=TEMPLATE_NOT_FOUND`]);
  expect(await (await admin.fetch(`${page}?picture=missing`)).text()).toContain('Wähle zuerst eine Datei aus.');
});

test('the page of an organizer leads to its template, for super admins alone', async () => {
  const { shop, admin, page, id } = await scene();
  await admin.json('POST', `/api/admin/organizers/${id}/users`, { email: 'owner@templates.test', role: 'owner' });
  const owner = await shop.login('owner@templates.test');
  const link = `href="${page}"`;
  expect(await (await admin.fetch(`/admin/organizer/${id}`)).text()).toContain(link);
  expect(await (await owner.fetch(`/admin/organizer/${id}`)).text()).not.toContain(link);
  expect((await owner.fetch(page)).status).toBe(403);
});
