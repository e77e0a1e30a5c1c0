import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refundOrders } from '#modules/payments/refunds/refund-orders.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { cents } from '#src/kernel/money.ts';
import { type CalendarDate, fromIso } from '#src/kernel/time.ts';
import { accountDigits, datevBytes, datevColumns, datevText } from '../rules/datev.ts';
import { settlementScene } from '../settlements/testing.ts';

const day = (text: string) => text as CalendarDate;
const path = '/api/admin/statistics/accounting';

describe('a batch for DATEV', () => {
  const batch = {
    createdAt: fromIso('2026-03-02T09:00:00.123Z'),
    consultant: 1001,
    client: 7,
    from: day('2026-03-01'),
    to: day('2026-03-31'),
    name: 'Startblock März',
    bookings: [
      {
        amount: cents(123_405),
        side: 'S' as const,
        account: '70001',
        contra: '8400',
        date: day('2026-03-09'),
        voucher: 'A17-1 (neu)',
        text: `Gebühren „Größe"; ${'x'.repeat(80)}`,
      },
    ],
  };
  const lines = datevText(batch).split('\r\n');
  /** Fields of a line: a semicolon within quotes parts nothing. */
  const fields = (line = '') => [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)].map(([, field = '']) => field);

  test('has a head of 31 fields, as the format has them', () => {
    expect(fields(lines[0])).toEqual([
      ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', '20260302090000123', '', '"RE"', '""', '""'],
      ...['1001', '7', '20260101', String(accountDigits), '20260301', '20260331', '"Startblock März"', '""', '1', '0'],
      ...['0', '"EUR"', '', '""', '', '', '""', '', '', '""', '""'],
    ]);
  });
  test('names 125 columns and fills those that are known', () => {
    expect(lines[1]?.split(';')).toEqual(datevColumns);
    expect(datevColumns).toHaveLength(125);
    const row = fields(lines[2]);
    expect(row).toHaveLength(125);
    const named = Object.fromEntries(row.map((value, at) => [datevColumns[at], value]).filter(([, value]) => value));
    expect(named).toMatchObject({
      'Umsatz (ohne Soll/Haben-Kz)': '1234,05',
      'Soll/Haben-Kennzeichen': '"S"',
      'WKZ Umsatz': '"EUR"',
      Konto: '70001',
      'Gegenkonto (ohne BU-Schlüssel)': '8400',
      Belegdatum: '0903',
      'Belegfeld 1': '"A17-1neu"',
      Festschreibung: '0',
    });
    expect(row[13]).toBe(`"Gebühren ?Größe""; ${'x'.repeat(42)}"`);
    expect([row[3], row[4], row[8], row[38], row[87]]).toEqual(['', '', '""', '', '']);
    expect(lines[3]).toBe('');
    expect([...datevBytes('Größe')]).toEqual([71, 114, 246, 223, 101]);
  });
  test.each([
    ['two years', { to: day('2027-01-01') }],
    ['days the wrong way round', { to: day('2026-02-01') }],
    ['a consultant that is none', { consultant: 7 }],
    ['a booking of another day', { bookings: [{ ...batch.bookings[0], date: day('2026-04-01') }] as never }],
    ['a booking of nothing', { bookings: [{ ...batch.bookings[0], amount: cents(0) }] as never }],
  ])('is refused with %s', (_, change) => {
    expect(() => datevText({ ...batch, ...change })).toThrow(RangeError);
  });
});

test('bookings cover all money and balance with the accounts', async () => {
  const at = await settlementScene();
  const order = await at.byCard();
  await at.byBank();
  await at.shop.deps.write((work) =>
    refundOrders(work, { orderIds: [order], mode: 'custom', amount: cents(500), editorId: at.editorId }),
  );
  await at.execute(order);
  await at.close();
  await at.admin.json('POST', '/api/admin/organizer-invoices/pain-xmls', {});
  await at.admin.json('POST', '/api/admin/organizer-invoices/pain-xmls/3/paid');
  type Booking = { kind: string; amount: number; account: string; contra: string; side: 'S' | 'H' };
  const of = async (query: string) =>
    (await at.admin.json<{ rows: Booking[] }>('GET', `${path}/bookings?from=2026-01-01&to=2026-12-31${query}`)).body
      .rows;
  const rows = await of('');
  expect(rows.map(({ kind, amount, side, contra }) => [kind, amount, side, contra]).sort()).toEqual([
    ['fees', 475, 'S', '8400'],
    ['payment', 3000, 'H', '1200'],
    ['payment', 3000, 'H', '1360'],
    ['payout', 5025, 'S', '1200'],
    ['refund', 500, 'S', '1360'],
  ]);
  // Nothing is owed to the organizer any more.
  expect(rows.reduce((sum, { amount, side }) => sum + (side === 'H' ? amount : -amount), 0)).toBe(0);
  const datev = await at.admin.fetch(`${path}/bookings?from=2026-01-01&to=2026-12-31&format=datev`);
  const text = new TextDecoder('windows-1252').decode(await datev.arrayBuffer());
  expect([datev.status, text.split('\r\n').length]).toEqual([200, 2 + 5 + 1]);
  expect(text, 'ways to pay as people call them').toMatch(/"Zahlungen (Banküberweisung|Visa) /);
  for (const bad of [
    'from=2026-01-01&to=2027-01-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2026-13-01&to=2026-12-31',
  ]) {
    expect((await at.admin.fetch(`${path}/bookings?${bad}`)).status, bad).toBe(400);
  }
});

test('the page takes days as people write them, and says at their fields what is wrong', async () => {
  const { admin } = await settlementScene();
  const ask = (change: Record<string, string>) => {
    const typed = { from: '01.03.2026', to: '31.3.2026', format: 'datev', consultant: '1002', client: '7', ...change };
    return admin.fetch(`/admin/accounting?${new URLSearchParams(typed)}`, { redirect: 'manual' });
  };
  const sent = await ask({});
  expect(sent.headers.get('location')).toBe(
    `${path}/bookings?from=2026-03-01&to=2026-03-31&format=datev&consultant=1002&client=7`,
  );
  const file = await admin.fetch(sent.headers.get('location') ?? '');
  expect(await file.text()).toContain('"Startblock 20260301 20260331"');
  // A period stands for its days, and the overview is a file like the others.
  const named = { from: '', to: '', period: '2026-Q1' };
  expect((await ask({ ...named, format: 'overviewCsv' })).headers.get('location')).toBe(
    `${path}/overview?from=2026-01-01&to=2026-03-31&format=csv&lang=de`,
  );
  // Who takes no DATEV is not asked for its numbers.
  expect((await ask({ format: 'csv', consultant: '' })).status).toBe(303);
  for (const [change, message] of [
    [{ from: 'gestern' }, 'Das ist kein Datum. Schreib es als TT.MM.JJJJ.'],
    [{ to: '31.03.2027' }, 'Beide Tage müssen im selben Jahr liegen'],
    [{ consultant: '7' }, 'Eine Zahl von 1001 bis 9999999.'],
    [{ client: 'x' }, 'Eine Zahl von 1 bis 99999.'],
  ] as const) {
    const refused = await ask(change);
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain(message);
    for (const typed of Object.values(change)) expect(html).toContain(`value="${typed}"`);
  }
});

test('the page offers the years, quarters and months in which something is booked', async () => {
  const at = await settlementScene();
  const offered = async () => {
    const admin = await at.shop.login('books@shop.example', { superAdmin: true });
    const html = await (await admin.fetch('/admin/accounting')).text();
    return [...html.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)/g)].map(([, value, label]) => `${value} ${label}`);
  };
  expect((await offered())[0]).toBe('days Tage selbst eingeben');
  at.shop.clock.set('2025-12-31T22:30:00Z');
  await at.byBank();
  at.shop.clock.set('2026-03-02T09:00:00Z');
  await at.byBank();
  at.shop.clock.set('2026-05-02T09:00:00Z');
  expect((await offered()).slice(0, 7)).toEqual([
    ...['2026 2026', '2026-Q1 2026, 1. Quartal', '2026-03 März 2026'],
    ...['2025 2025', '2025-Q4 2025, 4. Quartal', '2025-12 Dezember 2025'],
    'days Tage selbst eingeben',
  ]);
});

test('the overview and the settlement come to the same sums', async () => {
  const at = await settlementScene();
  await at.byCard();
  await at.byCard('eps');
  await at.byBank();
  // Money that nothing proves, and a voucher that the platform pays.
  await at.byHand();
  await at.shop.deps.write((work) => makeVoucher(work, at.eventId, 'PLUS', { amount: 1000, paidByPlatform: true }));
  await at.byBank({ booking: { appliedVouchers: [{ code: 'PLUS' }], totalPrice: 2000 } });
  const figures = await at.draft();
  expect([figures.held, figures.vouchers]).toEqual([3000, 1000]);
  type Sums = Record<'gross' | 'refunded' | 'fee' | 'disagio' | 'payout' | 'held' | 'vouchers', number>;
  const { body } = await at.admin.json<{ rows: Sums[] }>('GET', `${path}/overview`);
  const sum = (name: keyof Sums) => body.rows.reduce((total, row) => total + row[name], 0);
  expect({
    gross: sum('gross'),
    refunded: sum('refunded'),
    fee: sum('fee'),
    disagio: sum('disagio'),
    payout: sum('payout'),
    held: sum('held'),
    vouchers: sum('vouchers'),
  }).toEqual({
    gross: figures.received + figures.held,
    refunded: figures.refunded,
    fee: figures.ticketFees,
    disagio: figures.disagio,
    payout: figures.balance,
    held: figures.held,
    vouchers: figures.vouchers,
  });
  expect(await at.shop.deps.read.all(sql`select id from settlements`)).toEqual([]);
  await at.close();
  const { body: closed } = await at.admin.json<{ rows: Sums[] }>('GET', `${path}/overview`);
  expect(closed).toEqual(body);
});
