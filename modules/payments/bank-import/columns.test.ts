import { expect, test } from 'vitest';
import type { Caller } from '#tests/support/shop.ts';
import { testShop } from '#tests/support/shop.ts';
import { ownIban, workbookBytes } from '../bank-files/testing.ts';
import { bankFileColumns, bankLines } from '../schema.ts';
import { bankShop, outcomes, previewedAndBooked, referenceOf, upload } from './testing.ts';

const at = async () => bankShop(await testShop());
const paid = { status: 'complete', paid: 3000, refunds: [] };
const payer = 'DE89370400440532013000';

/** A bank's list with an unusual name for the purpose column. */
const list = (text: string, amount = '+30,00') =>
  `Buchungsdatum;Auftraggeber;IBAN;Buchungs-Info;Filiale;Betrag;Währung\n02.02.2026;Erika;${payer};${text};12;${amount};EUR\n`;

test('a call refuses a list with unknown columns and names them', async () => {
  const bank = await at();
  const orderId = await bank.order();
  for (const query of ['?dryRun=true', '']) {
    expect(await upload(bank.admin, list(referenceOf(orderId)), query)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: {
        reason: 'invalidImportFile',
        fault: 'unknownColumns',
        columns: [
          { column: 4, name: 'Buchungs-Info' },
          { column: 5, name: 'Filiale' },
        ],
        missing: ['reference'],
        fields: { columns: [expect.stringContaining('Spalten')] },
      },
    });
  }
  expect(await bank.shop.deps.read.select().from(bankLines)).toEqual([]);
});

test('a booking saves the columns given in a call for the next file of that bank, a preview does not', async () => {
  const bank = await at();
  const [first, second] = [await bank.order(), await bank.order()];
  const columns = JSON.stringify({ 'Buchungs-Info': 'reference', '#5': 'ignored' });
  const preview = await upload(bank.admin, list(referenceOf(first)), '?dryRun=true', { columns });
  expect(preview.rows).toMatchObject([{ outcome: 'paid', orderId: first, payerName: 'Erika', amount: 3000 }]);
  expect((await upload(bank.admin, list(referenceOf(first)), '?dryRun=true')).status).toBe(400);
  expect(outcomes((await upload(bank.admin, list(referenceOf(first)), '', { columns })).rows)).toEqual([
    ['paid', first],
  ]);
  expect(await bank.state(first)).toEqual(paid);
  expect(outcomes(await previewedAndBooked(bank.admin, list(referenceOf(second))))).toEqual([['paid', second]]);
  const other = list(referenceOf(second)).replace('Filiale', 'Schalter');
  expect((await upload(bank.admin, other)).status).toBe(400);
});

test.each([
  ['no JSON', 'reference'],
  ['a field that is none', '{"Buchungs-Info":"text","Filiale":"ignored"}'],
  ['a column that is none', '{"Buchungsinfo":"reference","Filiale":"ignored"}'],
  ['one field twice', '{"Buchungs-Info":"amount","Filiale":"amount"}'],
  ['a list', '["reference"]'],
  ['only one of two', '{"Buchungs-Info":"reference"}'],
  ['a column of words for amounts', '{"Buchungs-Info":"amount","Filiale":"ignored","Betrag":"reference"}'],
])('a choice with %s is refused and not remembered', async (_, columns) => {
  const bank = await at();
  const answer = await upload(bank.admin, list('SB740'), '', { columns });
  expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await bank.shop.deps.read.select().from(bankFileColumns)).toEqual([]);
});

async function postFile(who: Caller, file: string): Promise<string> {
  const body = new FormData();
  body.set('csrf', who.cookies.get('csrf-token') ?? '');
  body.set('file', new File([file], 'Umsätze.csv'));
  const answer = await who.fetch('/admin/imports', { method: 'POST', body, headers: { origin: 'http://shop.test' } });
  return answer.headers.get('location') ?? '';
}
const text = async (who: Caller, path: string) => (await who.fetch(path)).text();
const tokenOf = (address: string) => new URL(address, 'http://x').searchParams.get('file') ?? '';

test('the page asks for unknown columns before booking, without a script, and saves the choice', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const address = await postFile(bank.admin, list(`Lauf <b> ${referenceOf(orderId)}`));
  expect(address).toMatch(/^\/admin\/imports\/columns\?file=/);
  const page = await text(bank.admin, address);
  expect(page).toContain('Diese 2 Spalten kennen wir nicht: Buchungs-Info, Filiale');
  expect(page).toContain('Lauf &lt;b&gt;');
  expect(page).toContain('<option value="payerName" selected="">');
  expect(await text(bank.admin, `${address}&lang=en-us`)).toContain('What do the columns hold?');
  await bank.admin.fetch(`${address}&lang=de`);
  const file = tokenOf(address);
  const choice = {
    ...{ file, column1: 'bookingDate', column2: 'payerName', column3: 'payerIban' },
    ...{ column4: 'reference', column5: 'ignored', column6: 'amount', column7: 'currency' },
  };
  for (const [wrong, why] of [
    [{ column5: '' }, 'Wähle bitte'],
    [{ column5: 'nonsense' }, 'Wähle bitte'],
    [{ column5: 'amount' }, 'schon für eine andere Spalte'],
    [{ column6: 'ignored' }, 'Gebraucht werden mindestens'],
    [{ column2: 'amount', column6: 'ignored' }, 'Ein Betrag ist nicht lesbar'],
  ] as const) {
    const answer = await bank.admin.form('/admin/imports/columns', { ...choice, ...wrong });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(why)]);
  }
  expect(await bank.shop.deps.read.select().from(bankFileColumns)).toEqual([]);
  const organizer = await bank.shop.login('race@organizer.example');
  expect((await organizer.fetch(address)).status).toBe(403);
  expect((await organizer.form('/admin/imports/columns', choice)).status).toBe(403);
  const chosen = await bank.admin.form('/admin/imports/columns', choice);
  const preview = chosen.headers.get('location') ?? '';
  expect([chosen.status, preview]).toEqual([303, expect.stringMatching(/^\/admin\/imports\/preview/)]);
  const shown = await text(bank.admin, preview);
  expect(shown).toContain(`<a href="/admin/orders/${orderId}">`);
  expect(shown).toContain('Spalten ändern');
  expect(await text(bank.admin, address)).toContain('<option value="reference" selected="">');
  await bank.admin.form('/admin/imports/book', { file: tokenOf(preview) });
  expect(await bank.state(orderId)).toEqual(paid);
  expect(await postFile(bank.admin, list('Spende'))).toMatch(/^\/admin\/imports\/preview/);
});

test('a file that is not a list has no columns to choose; uploads expire like previews', async () => {
  const bank = await at();
  const address = await postFile(bank.admin, list('Spende'));
  const other = await bank.shop.login('other-super@shop.example', { superAdmin: true });
  expect((await other.fetch(address)).headers.get('location')).toBe('/admin/imports?notice=gone');
  expect((await bank.admin.form('/admin/imports/columns', { file: 'x' })).headers.get('location')).toBe(
    '/admin/imports?notice=gone',
  );
});

test('asks for the columns of a list without header or with unknown names', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const rows = `2026-02-02;Erika;${referenceOf(orderId)};30,00;H\n2026-02-02;Druckerei;Plakate;12,00;S\n`;
  expect(await upload(bank.admin, rows)).toMatchObject({ status: 400, details: { fault: 'unknownColumns' } });
  const columns = { '#1': 'bookingDate', '#2': 'payerName', '#3': 'reference', '#4': 'amount' };
  const answer = await upload(bank.admin, rows, '?dryRun=true', { columns: JSON.stringify(columns) });
  expect(answer.rows).toMatchObject([
    { outcome: 'paid', amount: 3000 },
    { outcome: 'ignored', amount: -1200 },
  ]);
  const named = `Tag;Wer;Wozu;Wieviel;Seite\n${rows}`;
  const words = { Tag: 'bookingDate', Wer: 'payerName', Wozu: 'reference', Wieviel: 'amount', Seite: 'sign' };
  expect(await upload(bank.admin, named)).toMatchObject({ status: 400, details: { fault: 'unknownColumns' } });
  expect((await upload(bank.admin, named, '', { columns: JSON.stringify(words) })).rows).toEqual(answer.rows);
});

test('reads an Excel list by the same columns, with numeric amounts and dates', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const rows: (string | number)[][] = [
    ['Umsätze', ownIban],
    ['Buchungsdatum', 'Name', 'Verwendungszweck', 'Betrag', 'Währung'],
    [46_055, 'Erika', referenceOf(orderId), 30, 'EUR'],
    [46_055, 'Druckerei', 'Plakate', -12.5, 'EUR'],
    ['02.02.2026', 'Max', 'Spende', '7,10', 'EUR'],
  ];
  const read = await previewedAndBooked(bank.admin, workbookBytes(rows));
  expect(read.map(({ bookingDate, amount, outcome }) => [bookingDate, amount, outcome])).toEqual([
    ['2026-02-02', 3000, 'paid'],
    ['2026-02-02', -1250, 'ignored'],
    ['2026-02-02', 710, 'notFound'],
  ]);
  const unusual = rows.map((cells, index) =>
    index === 1 ? ['Buchungsdatum', 'Name', 'Info-Text', 'Betrag', 'Währung'] : cells,
  );
  expect(await upload(bank.admin, workbookBytes(unusual))).toMatchObject({
    status: 400,
    details: { fault: 'unknownColumns', columns: [{ column: 3, name: 'Info-Text' }] },
  });
});

test('the table of a workbook may stand on any sheet', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const sheets = [
    [['Verein', 'Konto'], ['Umsätze der Woche']],
    [
      ['Buchungsdatum', 'Name', 'Verwendungszweck', 'Betrag'],
      ['02.02.2026', 'Erika', referenceOf(orderId), '+30,00'],
    ],
  ];
  for (const order of [sheets, sheets.toReversed()])
    expect(outcomes((await upload(bank.admin, workbookBytes(...order), '?dryRun=true')).rows)).toEqual([
      ['paid', orderId],
    ]);
});

test('refuses bookings on several sheets of a workbook, but not an additional empty list', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const head = ['Buchungsdatum', 'Name', 'Verwendungszweck', 'Betrag'];
  const january = [head, ['02.01.2026', 'Max', 'Spende', '+7,10']];
  const february = [head, ['02.02.2026', 'Erika', referenceOf(orderId), '+30,00']];
  const reading = (...sheets: (string | number)[][][]) => upload(bank.admin, workbookBytes(...sheets), '?dryRun=true');
  const refused = { status: 400, details: { reason: 'invalidImportFile', fault: 'sheets' } };
  expect(await reading(january, february)).toMatchObject(refused);
  expect(await reading(february, [['Notizen']], february)).toMatchObject(refused);
  const unknown = [['A', 'B', 'C', 'D'], ...february.slice(1)];
  expect(await reading(unknown, unknown)).toMatchObject(refused);
  for (const order of [
    [[head], february],
    [february, [head]],
    [
      [
        ['Mitglied', 'geboren', 'Beitrag'],
        ['Kim', '01.05.1990', '30,00'],
      ],
      february,
    ],
  ])
    expect(outcomes((await reading(...order)).rows)).toEqual([['paid', orderId]]);
});

test('a column "Tag" is the day, and no label', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const list = (day: string) => `Tag;Name;Text;Betrag\n${day};Erika;${referenceOf(orderId)};+30,00\n`;
  expect(outcomes((await upload(bank.admin, list('02.02.2026'), '?dryRun=true')).rows)).toEqual([['paid', orderId]]);
  const unread = await upload(bank.admin, 'Tag;Wofür;Betrag\n02.02.2026;Startgeld;+30,00\n', '?dryRun=true');
  expect(unread.details).toMatchObject({ columns: [{ column: 2, name: 'Wofür' }], missing: ['reference'] });
});
