import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cancelOrder } from '#modules/orders/index.ts';
import { orderAudits } from '#modules/orders/schema.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { testShop } from '#tests/support/shop.ts';
import type { BankFileErrorReason } from '../bank-files/bank-line.ts';
import { camtFile, mt940File, ownIban } from '../bank-files/testing.ts';
import { markPaid } from '../mark-paid.ts';
import { refundsOf } from '../money-of-order.ts';
import { openCancellationRefund } from '../refunds/giving-back.ts';
import { refundReference } from '../rules/payment-reference.ts';
import { bankImports, bankLines, ledgerEntries } from '../schema.ts';
import { bankShop, outcomes, previewedAndBooked, referenceOf, upload } from './testing.ts';

const at = async () => bankShop(await testShop());

test('books every outcome as the preview predicted', async () => {
  const bank = await at();
  const [fits, tooLittle, paid, canceled] = [
    await bank.order(),
    await bank.order(),
    await bank.order(),
    await bank.order(),
  ];
  await bank.shop.deps.write((work) => markPaid(work, { orderId: paid, editorId: 1 }));
  await bank.shop.deps.write((work) =>
    cancelOrder(work, {
      orderId: canceled,
      editorId: 1,
      reason: 'byAdmin',
      giveBack: openCancellationRefund({ mode: 'none' }),
    }),
  );
  const rows = await previewedAndBooked(
    bank.admin,
    camtFile([
      { amount: 3000, text: `Startgeld ${referenceOf(fits)}`, name: 'Zoë Wałęsa' },
      { amount: 2999, text: referenceOf(tooLittle) },
      { amount: 3000, text: referenceOf(paid) },
      { amount: 1700, text: referenceOf(canceled) },
      { amount: 3000, text: 'Spende' },
      { amount: 3000, text: referenceOf(999) },
      { amount: -3000, text: referenceOf(tooLittle) },
      { amount: 3000, text: referenceOf(tooLittle), isReversal: true },
      { amount: 3000, text: referenceOf(tooLittle), status: 'PDNG' },
      { amount: 3000, text: referenceOf(tooLittle), iban: ownIban },
    ]),
  );
  expect(outcomes(rows)).toEqual([
    ['paid', fits],
    ['amountMismatch', tooLittle],
    ['alreadyPaid', paid],
    ['alreadyPaid', canceled],
    ['notFound', null],
    ['notFound', null],
    ['ignored', null],
    ['ignored', null],
    ['ignored', null],
    ['ignored', null],
  ]);
  expect(rows[0]).toEqual({
    bookingDate: '2026-02-02',
    amount: 3000,
    payerName: 'Zoë Wałęsa',
    reference: `Startgeld ${referenceOf(fits)}`,
    orderId: fits,
    outcome: 'paid',
  });
  expect(await bank.state(fits)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(await bank.state(tooLittle)).toEqual({ status: 'pending', paid: 0, refunds: [] });
  expect(await bank.state(paid)).toEqual({ status: 'complete', paid: 6000, refunds: [['twice', 3000]] });
  expect(await bank.state(canceled)).toEqual({ status: 'canceled', paid: 1700, refunds: [['late', 1700]] });
  const audits = await bank.shop.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, fits));
  expect(audits.map(({ type }) => type)).toContain('OrderPaid');
  await bank.shop.settle();
  expect((await bank.shop.mails()).some(({ subject }) => subject.includes(String(fits)))).toBe(true);
});

test('a repeated file, a part of it, and another format of it change nothing', async () => {
  const bank = await at();
  const [first, second] = [await bank.order(), await bank.order()];
  const lines = [
    { amount: 3000, text: `Lauf ${referenceOf(first)}`, bankReference: 'B1' },
    { amount: 1000, text: 'Spende', bankReference: 'B2' },
    { amount: 3000, text: `Lauf ${referenceOf(second)}`, bankReference: 'B3' },
  ];
  expect(outcomes(await previewedAndBooked(bank.admin, camtFile(lines.slice(0, 2))))).toEqual([
    ['paid', first],
    ['notFound', null],
  ]);
  expect(outcomes(await previewedAndBooked(bank.admin, camtFile(lines)))).toEqual([
    ['alreadyPaid', first],
    ['notFound', null],
    ['paid', second],
  ]);
  for (const file of [
    camtFile(lines),
    camtFile(lines, { version: '02' }),
    mt940File(lines),
    camtFile(lines, { message: '054' }),
  ]) {
    expect(outcomes(await previewedAndBooked(bank.admin, file))).toEqual([
      ['alreadyPaid', first],
      ['notFound', null],
      ['alreadyPaid', second],
    ]);
  }
  expect(await bank.state(first)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  const imports = await bank.shop.deps.read.select().from(bankImports);
  expect(imports.map(({ lines, newLines }) => [lines, newLines])).toEqual([
    [2, 2],
    [3, 1],
  ]);
});

test('identical lines are separate payments', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const line = { amount: 3000, text: referenceOf(orderId) };
  expect(outcomes(await previewedAndBooked(bank.admin, camtFile([line, line])))).toEqual([
    ['paid', orderId],
    ['alreadyPaid', orderId],
  ]);
  expect(await bank.state(orderId)).toEqual({ status: 'complete', paid: 6000, refunds: [['twice', 3000]] });
  await previewedAndBooked(bank.admin, camtFile([line, line]));
  expect((await bank.state(orderId)).paid).toBe(6000);
  // A file of the same kind with other bank numbers has other movements.
  const numbered = await at();
  const other = await numbered.order();
  const text = referenceOf(other);
  await upload(numbered.admin, camtFile([{ amount: 3000, text, bankReference: 'B1' }]));
  await upload(numbered.admin, camtFile([{ amount: 3000, text, bankReference: 'B2' }]));
  expect((await numbered.state(other)).refunds).toEqual([['twice', 3000]]);
});

test('lines of one order add up, within and across files', async () => {
  const bank = await at();
  const [inOne, overTwo, never] = [await bank.order(), await bank.order(), await bank.order()];
  const line = (orderId: number, amount: number) => ({ amount, text: referenceOf(orderId) });
  expect(
    outcomes(
      await previewedAndBooked(
        bank.admin,
        camtFile([line(inOne, 1000), line(overTwo, 1200), line(never, 100), line(inOne, 2000), line(never, 200)]),
      ),
    ),
  ).toEqual([
    ['paid', inOne],
    ['amountMismatch', overTwo],
    ['amountMismatch', never],
    ['paid', inOne],
    ['amountMismatch', never],
  ]);
  expect(await bank.state(inOne)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(outcomes(await previewedAndBooked(bank.admin, camtFile([line(overTwo, 1800)])))).toEqual([['paid', overTwo]]);
  const kept = await bank.shop.deps.read.select().from(bankLines).where(eq(bankLines.orderId, overTwo));
  expect(kept.map(({ outcome, isClosed }) => [outcome, isClosed])).toEqual([
    ['paid', true],
    ['paid', true],
  ]);
  const entries = await bank.shop.deps.read.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, overTwo));
  expect(entries.map(({ amount }) => amount).sort()).toEqual([1200, 1800]);
});

test('books many lines in one write and yields in between; readers see no partial result', async () => {
  const bank = await at();
  const [near, far] = [await bank.order(), await bank.order()];
  const between = Array.from({ length: 600 }, (_, index) => ({ amount: 100, text: `Spende ${index}` }));
  const file = camtFile([
    { amount: 1000, text: referenceOf(far), name: 'A' },
    { amount: 3000, text: referenceOf(near) },
    ...between,
    { amount: 2000, text: referenceOf(far), name: 'B' },
  ]);
  const seen = new Set<string>();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const [row] = await bank.shop.deps.read.all<Record<string, unknown>>(sql`
        select status, (select count(*) from bank_lines) lines,
          (select count(*) from ledger_entries) entries from orders where id = ${far}`);
      seen.add(`${row?.status} ${row?.lines} ${row?.entries}`);
      await new Promise((resume) => setImmediate(resume));
    }
  })();
  const rows = await previewedAndBooked(bank.admin, file);
  isOver = true;
  await reading;
  expect([...seen].filter((state) => state !== 'pending 0 0' && state !== 'complete 603 3')).toEqual([]);
  expect(outcomes(rows).filter(([, orderId]) => orderId !== null)).toEqual([
    ['paid', far],
    ['paid', near],
    ['paid', far],
  ]);
  const paid = { status: 'complete', paid: 3000, refunds: [] };
  expect([await bank.state(near), await bank.state(far)]).toEqual([paid, paid]);
});

test('one transfer for several orders pays all of them or none', async () => {
  const bank = await at();
  const [one, two, three, four] = [await bank.order(), await bank.order(2), await bank.order(), await bank.order()];
  const both = (a: number, b: number) => `${referenceOf(a)} und ${referenceOf(b)}`;
  const rows = await previewedAndBooked(
    bank.admin,
    camtFile([
      { amount: 9000, text: both(one, two) },
      { amount: 4000, text: both(three, four) },
      { amount: 2000, text: both(three, four) },
      { amount: 3000, text: both(one, three) },
    ]),
  );
  expect(outcomes(rows)).toEqual([
    ['paid', one],
    ['amountMismatch', three],
    ['amountMismatch', three],
    ['paid', three],
  ]);
  for (const [orderId, paid] of [
    [one, 3000],
    [two, 6000],
    [three, 3000],
  ] as const) {
    expect(await bank.state(orderId)).toEqual({ status: 'complete', paid, refunds: [] });
  }
  expect(await bank.state(four)).toMatchObject({ status: 'pending', paid: 0 });
});

test('refunds to the paying account, also when one transfer paid several orders', async () => {
  const bank = await at();
  const [one, two] = [await bank.order(), await bank.order()];
  const iban = 'DE89370400440532013000';
  const text = `${referenceOf(one)} und ${referenceOf(two)}`;
  await previewedAndBooked(bank.admin, camtFile([{ amount: 6000, text, name: 'LC Linz', iban }]));
  for (const orderId of [one, two]) {
    const canceled = { refund: { mode: 'full' } };
    await bank.admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, canceled);
    const [refund] = await refundsOf(bank.shop.deps.read, orderId);
    expect(refund).toMatchObject({ amount: 3000, iban, accountHolder: 'LC Linz' });
  }
});

test('reactivates an expired order while places are free, else refunds it', async () => {
  const bank = await at();
  const orders = [await bank.order(), await bank.order(), await bank.order()] as const;
  const { deps } = bank.shop;
  for (const orderId of orders)
    await deps.write((work) =>
      cancelOrder(work, {
        orderId,
        editorId: null,
        reason: 'expired',
        giveBack: openCancellationRefund({ mode: 'full' }),
      }),
    );
  // Two of 500 places are left.
  for (let full = 0; full < 3; full += 1) await bank.order(166);
  const line = (orderId: number, amount = 3000) => ({ amount, text: referenceOf(orderId) });
  const rows = await previewedAndBooked(bank.admin, camtFile([line(orders[2], 1), ...orders.map((id) => line(id))]));
  expect(outcomes(rows)).toEqual([
    ['amountMismatch', orders[2]],
    ['paid', orders[0]],
    ['paid', orders[1]],
    ['alreadyPaid', orders[2]],
  ]);
  expect(await bank.state(orders[1])).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(await bank.state(orders[2])).toEqual({ status: 'canceled', paid: 3000, refunds: [['late', 3000]] });
});

test('books very many payments of paid orders', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const lines = Array.from({ length: 40 }, () => ({ amount: 3000, text: referenceOf(orderId) }));
  const rows = await previewedAndBooked(bank.admin, camtFile(lines));
  expect(rows.filter(({ outcome }) => outcome === 'alreadyPaid')).toHaveLength(39);
  expect((await bank.state(orderId)).paid).toBe(40 * 3000);
});

test('two uploads at the same moment book once', async () => {
  const bank = await at();
  const orders = [await bank.order(), await bank.order(), await bank.order()];
  const file = camtFile(orders.map((orderId) => ({ amount: 3000, text: referenceOf(orderId) })));
  const answers = await Promise.all([upload(bank.admin, file), upload(bank.admin, file), upload(bank.admin, file)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'paid')).toHaveLength(3);
  for (const orderId of orders)
    expect(await bank.state(orderId)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(await bank.shop.deps.read.select().from(bankLines)).toHaveLength(3);
});

test('the same file completes an import that crashed', async () => {
  const bank = await at();
  const orders: number[] = [];
  for (let made = 0; made < 3; made += 1) orders.push(await bank.order());
  const filler = Array.from({ length: 1050 }, (_, index) => ({ amount: 100 + index, text: `Spende ${index}` }));
  const paying = orders.map((orderId) => ({ amount: 3000, text: referenceOf(orderId) }));
  const file = camtFile(
    [paying[0], ...filler.slice(0, 520), paying[1], ...filler.slice(520), paying[2]].filter(
      (each) => each !== undefined,
    ),
  );
  const { deps } = bank.shop;
  const { write } = deps;
  let writes = 0;
  Object.assign(deps, {
    write: (async (verb) => {
      const result = await write(verb);
      // The process ends after the commit, before any response.
      writes += 1;
      if (writes === 1) throw new Error('the power is gone');
      return result;
    }) satisfies typeof write,
  });
  const first = await upload(bank.admin, file);
  expect([first.status, first.code]).toEqual([503, 'IMPORT_FAILED']);
  Object.assign(deps, { write });
  expect((await bank.state(orders[0] ?? 0)).status).toBe('complete');
  expect((await bank.state(orders[2] ?? 0)).status).toBe('pending');
  const again = await upload(bank.admin, file);
  expect(again.status).toBe(200);
  for (const orderId of orders)
    expect(await bank.state(orderId)).toEqual({ status: 'complete', paid: 3000, refunds: [] });
  expect(await deps.read.select().from(bankLines)).toHaveLength(1053);
});

test.each<[string, string, BankFileErrorReason]>([
  ['no statement', 'hello', 'columns'],
  ['an account of others', camtFile([{ amount: 1 }], { iban: 'DE89370400440532013000' }), 'otherAccount'],
  ['balances that do not fit', camtFile([{ amount: 1 }], { closingOff: 5 }), 'balance'],
  ['a credit in another currency', camtFile([{ amount: 1, currency: 'USD' }]), 'currency'],
])('a file with %s is refused with its reason', async (_, file, fault) => {
  const bank = await at();
  for (const query of ['', '?dryRun=true']) {
    const { status, code, details } = await upload(bank.admin, file, query);
    expect([status, code, details?.reason, details?.fault]).toEqual([
      400,
      'VALIDATION_FAILED',
      'invalidImportFile',
      fault,
    ]);
    expect(details?.fields).toEqual({ file: [translatorFor('de').t(`imports.refused.${fault}`)] });
  }
  expect(await bank.shop.deps.read.select().from(bankLines)).toEqual([]);
});

test('accepts only files of the maximum size, from super admins', async () => {
  const bank = await at();
  const file = camtFile([]);
  expect((await upload(bank.shop.visitor(), file)).status).toBe(401);
  const organizer = await bank.shop.login('race@organizer.example');
  expect((await upload(organizer, file)).code).toBe('NO_PERMISSION');
  expect((await upload(bank.admin, '')).code).toBe('VALIDATION_FAILED');
  expect((await upload(bank.admin, file, '?dryRun=maybe')).code).toBe('VALIDATION_FAILED');
  const tooLarge = await upload(bank.admin, new Uint8Array(64 * 1024 * 1024 + 1));
  expect([tooLarge.status, tooLarge.code]).toEqual([413, 'FILE_SIZE_LIMIT_EXCEEDED']);
  expect(await upload(bank.admin, file)).toEqual({ status: 200, rows: [] });
  bank.shop.clock.advance(3 * 3_600_000);
  expect((await upload(bank.admin, file)).code).toBe('INVALID_TOKEN');
});

test('a debit that names a refund settles it once', async () => {
  const bank = await at();
  const orderId = await bank.order();
  const line = { amount: 3000, text: referenceOf(orderId) };
  await upload(bank.admin, camtFile([line, line]));
  const refund = () => refundsOf(bank.shop.deps.read, orderId);
  const [open] = await refund();
  expect([open?.status, open?.amount]).toEqual(['pending', 3000]);
  const endToEndId = refundReference('SB', orderId, open?.id ?? 0);
  const file = camtFile([{ amount: -3000, endToEndId, text: 'Erstattung' }]);
  expect(outcomes(await previewedAndBooked(bank.admin, file))).toEqual([['ignored', null]]);
  await upload(bank.admin, file);
  expect((await refund()).map(({ status }) => status)).toEqual(['completed']);
  expect((await bank.state(orderId)).paid).toBe(3000);
});
