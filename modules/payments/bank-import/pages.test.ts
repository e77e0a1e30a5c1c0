import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderAudits } from '#modules/orders/schema.ts';
import type { Caller } from '#tests/support/shop.ts';
import { testShop } from '#tests/support/shop.ts';
import { camtFile } from '../bank-files/testing.ts';
import { markPaid } from '../mark-paid.ts';
import { bankLines } from '../schema.ts';
import { order } from '../testing.ts';
import { bankShop, referenceOf } from './testing.ts';

const at = async () => bankShop(await testShop());

async function postFile(who: Caller, file: string): Promise<Response> {
  const body = new FormData();
  body.set('csrf', who.cookies.get('csrf-token') ?? '');
  body.set('file', new File([file], 'Auszug 1.xml'));
  return who.fetch('/admin/imports', { method: 'POST', body, headers: { origin: 'http://shop.test' } });
}
const text = async (who: Caller, path: string) => (await who.fetch(path)).text();
const lastLine = async (bank: Awaited<ReturnType<typeof at>>) => {
  const [line] = await bank.shop.deps.read.select().from(bankLines).orderBy(desc(bankLines.id)).limit(1);
  if (!line) throw new Error('there is no line');
  return line;
};

test('upload, preview, book, history, without a script', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const file = camtFile([
    { amount: 3000, text: referenceOf(orderId), name: 'Zoë Wałęsa' },
    { amount: 500, text: 'Spende <b>' },
  ]);
  const home = await text(bank.admin, '/admin/imports');
  expect(home).toContain('href="/admin/imports"');
  expect(home).toContain('Noch keine Datei eingelesen.');
  const posted = await postFile(bank.admin, file);
  const preview = posted.headers.get('location') ?? '';
  expect([posted.status, preview]).toEqual([303, expect.stringMatching(/^\/admin\/imports\/preview\?file=/)]);
  const shown = await text(bank.admin, preview);
  expect(shown).toContain('Zoë Wałęsa');
  expect(shown).toContain('Spende &lt;b&gt;');
  expect(shown).toMatch(/30,00/);
  expect(await text(bank.admin, `${preview}&outcome=notFound`)).not.toContain('Zoë Wałęsa');
  expect((await bank.state(orderId)).status).toBe('pending');
  const token = new URL(preview, 'http://x').searchParams.get('file') ?? '';
  // Another person's preview is not accessible.
  const other = await bank.shop.login('other-super@shop.example', { superAdmin: true });
  expect((await other.fetch(preview)).headers.get('location')).toBe('/admin/imports?notice=gone');
  const booked = await bank.admin.form('/admin/imports/book', { file: token });
  expect(booked.headers.get('location')).toBe('/admin/imports/1?booked=1');
  expect(await text(bank.admin, '/admin/imports/1?booked=1')).toContain('Die Datei ist gebucht.');
  expect((await bank.state(orderId)).status).toBe('complete');
  expect((await bank.admin.form('/admin/imports/book', { file: token })).headers.get('location')).toBe(
    '/admin/imports?notice=gone',
  );
  const history = await text(bank.admin, '/admin/imports');
  expect(history).toContain('Auszug 1.xml');
  expect(history).toContain('href="/admin/imports/lines"');
  // The same file adds nothing.
  const again = (await postFile(bank.admin, file)).headers.get('location') ?? '';
  expect(await text(bank.admin, again)).toContain('In dieser Datei steht nichts Neues');
  const end = await bank.admin.form('/admin/imports/book', {
    file: new URL(again, 'http://x').searchParams.get('file') ?? '',
  });
  expect(end.headers.get('location')).toBe('/admin/imports?notice=nothing');
});

test('shows why a file is refused; previews expire', async () => {
  const bank = await at();
  const refused = await postFile(bank.admin, camtFile([{ amount: 1 }], { closingOff: 1 }));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('ergeben nicht den Endsaldo');
  const preview = (await postFile(bank.admin, camtFile([{ amount: 1 }]))).headers.get('location') ?? '';
  expect((await bank.admin.fetch(preview)).status).toBe(200);
  bank.shop.clock.advance(119 * 60_000);
  expect((await bank.admin.fetch(preview)).status).toBe(200);
  const organizer = await bank.shop.login('race@organizer.example');
  expect((await organizer.fetch('/admin/imports')).status).toBe(403);
  for (const wrong of ['x', `${Date.now()}.${'0'.repeat(64)}.x.x`]) {
    expect((await bank.admin.fetch(`/admin/imports/preview?file=${wrong}`)).headers.get('location')).toBe(
      '/admin/imports?notice=gone',
    );
  }
});

async function withOpenLine(
  bank: Awaited<ReturnType<typeof at>>,
  amount: number,
  words: string,
  name = 'Erika Muster',
) {
  const posted = await postFile(bank.admin, camtFile([{ amount, text: words, name }]));
  const token = new URL(posted.headers.get('location') ?? '', 'http://x').searchParams.get('file') ?? '';
  await bank.admin.form('/admin/imports/book', { file: token });
  return lastLine(bank);
}

test('assigns a line by hand: suggested, split, below and above the open amount, with an entry on each order', async () => {
  const bank = await at();
  const [one, two, three] = [await bank.order(), await bank.order(), await bank.order()];
  const line = await withOpenLine(bank, 7000, 'Startgeld', 'Familie Wałęsa');
  const found = await text(bank.admin, '/admin/imports/lines?q=Wa%C5%82%C4%99sa');
  expect(found).toContain(`/admin/imports/lines/${line.id}`);
  expect(await text(bank.admin, '/admin/imports/lines?q=nirgends')).not.toContain(`/admin/imports/lines/${line.id}`);
  const path = `/admin/imports/lines/${line.id}`;
  const wrong = await bank.admin.form(`${path}/assign`, { order1: String(one), amount1: '69,99' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('69,99')]);
  for (const fields of [
    { order1: '99999', amount1: '70,00' },
    { order1: 'x', amount1: '70,00' },
    { order1: String(one), amount1: 'viel' },
    {},
    { order1: String(one), amount1: '-70,00' },
  ]) {
    expect((await bank.admin.form(`${path}/assign`, fields as Record<string, string>)).status).toBe(400);
  }
  expect((await bank.state(one)).paid).toBe(0);
  const shares = {
    order1: String(one),
    amount1: '30,00',
    order2: String(two),
    amount2: '10',
    order3: String(three),
    amount3: '30,00',
  };
  expect((await bank.admin.form(`${path}/assign`, shares)).headers.get('location')).toBe('/admin/imports/lines?done=1');
  expect(await bank.state(one)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(await bank.state(two)).toEqual({ status: 'pending', paid: 1000, refunds: [] });
  for (const orderId of [one, two, three]) {
    const audits = await bank.shop.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, orderId));
    const assigned = audits.filter(({ comment }) => comment.startsWith('payment.assigned bank'));
    expect(assigned.map(({ editorId }) => typeof editorId)).toEqual(['number']);
  }
  // A line can be assigned only once.
  expect((await bank.admin.form(`${path}/assign`, shares)).status).toBe(404);
  // The rest of the second order is paid by its own line, and the excess of the manual assignment is refunded.
  const rest = await withOpenLine(bank, 2500, 'Rest');
  await bank.admin.form(`/admin/imports/lines/${rest.id}/assign`, { order1: String(two), amount1: '25,00' });
  expect(await bank.state(two)).toEqual({ status: 'complete', paid: 3500, refunds: [['excess', 500]] });
});

test('suggestions by amount and name are offered and never booked', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const line = await withOpenLine(bank, 3000, 'Startgeld');
  const page = await text(bank.admin, `/admin/imports/lines/${line.id}`);
  expect(page).toContain(`/admin/imports/lines/${line.id}?order=${orderId}#assign`);
  expect(page).toContain('gleicher Betrag');
  expect((await bank.state(orderId)).status).toBe('pending');
  expect(await text(bank.admin, `/admin/imports/lines/${line.id}?order=${orderId}`)).toContain(`value="${orderId}"`);
});

test.each([
  ['Hößlinger Nuño', 'HOESSLINGER NUNO'],
  ['Hößlinger Nuño', 'Hößlinger Nuño'],
  ['Hößlinger Nuño', 'HOSSLINGER JOSE'],
  ['Müller', 'Mueller Anna'],
  ['Müller', 'MULLER'],
  ['Jäger', 'JAEGER,PETER'],
  ['Größl', 'GROESSL'],
  ['Großmann', 'Grossmann'],
  ['Huber-Wałęsa', 'Walesa Lech'],
  ['Huber-Wałęsa', 'ANNA HUBER WALESA'],
  ["O'Connor", 'OCONNOR SINEAD'],
  ['Mueller', 'Müller'],
  ['Yıldız', 'OMER YILDIZ'],
  ['Yıldız', 'Ömer Yıldız'],
  ['Yildiz', 'Ömer Yıldız'],
  ['Işıklı', 'AYSE ISIKLI'],
  ['Kılıçdaroğlu', 'KILICDAROGLU KEMAL'],
  ['Pınarbaşıoğlu-İnönü', 'INONU'],
  ['Παπαδόπουλος', 'PAPADOPOULOS GEORGIOS'],
  ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ'],
  ['Papadopoulos', 'Γεώργιος Παπαδόπουλος'],
  ['Ευαγγέλου', 'MARIA EVANGELOU'],
  ['Μπακογιάννη', 'BAKOGIANNI ELENI'],
  ['Μπακογιάννη', 'MPAKOGIANNI ELENI'],
  ['Χατζηγεωργίου', 'HATZIGEORGIOU'],
  ['Щербаков', 'SHCHERBAKOV YURIY'],
  ['Христов', 'GEORGI HRISTOV'],
  ['Юрьев', 'IUREV IVAN'],
  ['შევარდნაძე', 'SHEVARDNADZE'],
  ['Đorđević', 'DORDEVIC MILA'],
  ['Đorđević', 'Djordjevic Mila'],
  ['Þórsdóttir', 'THORSDOTTIR'],
])('suggests an order of %s for money of %s', async (lastName, payerName) => {
  const bank = await at();
  const orderId = await order(bank.shop, bank.made, { people: [{ firstName: 'Eva', lastName }] });
  await bank.order();
  const line = await withOpenLine(bank, 1234, 'Startgeld', payerName);
  const page = await text(bank.admin, `/admin/imports/lines/${line.id}`);
  expect(page).toContain(`?order=${orderId}#assign`);
  expect(page).toContain('gleicher Name');
});

test('suggests no order by first name, part of a name, or name of a paid order', async () => {
  const bank = await at();
  const person = (lastName: string) => order(bank.shop, bank.made, { people: [{ firstName: 'Eva', lastName }] });
  await person('van der Berg');
  const paidOne = await person('Zauner');
  await bank.shop.deps.write((work) => markPaid(work, { orderId: paidOne, editorId: 1 }));
  const line = await withOpenLine(bank, 1234, 'Startgeld', 'Eva van der Zauner');
  expect(await text(bank.admin, `/admin/imports/lines/${line.id}`)).toContain('Wir haben keinen Vorschlag');
});

test('a suggestion shows the open amount and prefills it only if it matches', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const part = await withOpenLine(bank, 1000, 'Teil');
  await bank.admin.form(`/admin/imports/lines/${part.id}/assign`, { order1: String(orderId), amount1: '10,00' });
  const whole = await withOpenLine(bank, 3000, 'Startgeld');
  expect(await text(bank.admin, `/admin/imports/lines/${whole.id}`)).not.toContain('gleicher Betrag');
  const rest = await withOpenLine(bank, 2000, 'Rest');
  const page = await text(bank.admin, `/admin/imports/lines/${rest.id}`);
  expect(page).toContain(`/admin/imports/lines/${rest.id}?order=${orderId}#assign`);
  expect(page).toContain('gleicher Betrag');
  expect(page.replace(/\s/g, ' ')).toContain('20,00 € offen');
});

test.each([
  ['Παπαδόπουλος', 'PAPADAKIS GEORGIOS'],
  ['Щербаков', 'SHEVCHENKO'],
  ['Παπαδόπουλος', 'Eva'],
])('suggests no order of %s for money of %s', async (lastName, payerName) => {
  const bank = await at();
  await order(bank.shop, bank.made, { people: [{ firstName: 'Eva', lastName }] });
  const line = await withOpenLine(bank, 1234, 'Startgeld', payerName);
  expect(await text(bank.admin, `/admin/imports/lines/${line.id}`)).toContain('Wir haben keinen Vorschlag');
});

test('set aside with a note', async () => {
  const bank = await at();
  const line = await withOpenLine(bank, 3000, 'Spende');
  const path = `/admin/imports/lines/${line.id}/set-aside`;
  expect((await bank.admin.form(path, { note: ' ' })).status).toBe(400);
  expect((await bank.admin.form(path, { note: 'Spende für den Verein' })).status).toBe(303);
  expect(await lastLine(bank)).toMatchObject({ outcome: 'ignored', isClosed: true, note: 'Spende für den Verein' });
  expect(await text(bank.admin, `/admin/imports/lines/${line.id}`)).toContain('Spende für den Verein');
  expect((await bank.admin.form(path, { note: 'noch einmal' })).status).toBe(404);
});

test('names all orders paid by one transfer: in the preview, the list and the file', async () => {
  const bank = await at();
  const orderIds: number[] = [];
  for (let n = 0; n < 9; n += 1) orderIds.push(await bank.order());
  const [few, many] = [orderIds.slice(0, 3), orderIds.slice(3)];
  const referenced = (ids: readonly number[]) => ids.map(referenceOf).join(' ');
  const posted = await postFile(
    bank.admin,
    camtFile([
      { amount: 9000, text: referenced(few), name: 'Drei' },
      { amount: 18_000, text: referenced(many), name: 'Sechs' },
    ]),
  );
  const preview = posted.headers.get('location') ?? '';
  const link = (orderId: number) => `<a href="/admin/orders/${orderId}">${orderId}</a>`;
  const shown = (html: string) => orderIds.filter((orderId) => html.includes(link(orderId)));
  const before = await text(bank.admin, preview);
  expect(shown(before)).toEqual(orderIds);
  const token = new URL(preview, 'http://x').searchParams.get('file') ?? '';
  await bank.admin.form('/admin/imports/book', { file: token });
  const list = await text(bank.admin, '/admin/imports/1');
  expect(shown(list)).toEqual(orderIds);
  expect(list).toContain(few.map(link).join(', '));
  expect(list).toContain('und 5 weitere');
  const file = await text(bank.admin, '/admin/imports/1/lines.csv');
  for (const ids of [few, many]) expect(file).toContain(`;${ids.join(', ')};`);

  // A line assigned to several orders.
  const [one, two] = [await bank.order(), await bank.order()];
  const line = await withOpenLine(bank, 6000, 'Startgeld');
  const shares = { order1: String(two), amount1: '30,00', order2: String(one), amount2: '30,00' };
  await bank.admin.form(`/admin/imports/lines/${line.id}/assign`, shares);
  expect(await text(bank.admin, '/admin/imports/2')).toContain(`${link(two)}, ${link(one)}`);
});
