import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { testShop } from '#tests/support/shop.ts';
import { seed, times } from '#tests/support/thorough.ts';
import type { ColumnChoices } from '../bank-files/table-columns.ts';
import {
  type BankLayout,
  bankLayouts,
  bytesOf,
  type MadeLine,
  ownIban,
  payerIbans,
  readAll,
  storedMovements,
} from '../bank-files/testing.ts';
import { settleTransferRefund } from '../refunds/settle-refund.ts';
import { bankImports, bankLines, ledgerEntries, refunds } from '../schema.ts';
import { assignLine } from './assign-line.ts';
import { baseOf, readerOf } from './fingerprint.ts';
import { importBankFile, readToEnd } from './import-bank-file.ts';
import { type Bank, bankShop, referenceOf, upload } from './testing.ts';

type StoredLine = Omit<typeof bankLines.$inferInsert, 'importId' | 'createdAt'>;
/** What the readers of commit 8ef79c32 stored for `storedMovements`, by layout. */
const storedByFirstReaders = JSON.parse(
  readFileSync(new URL('./stored-by-first-readers.json', import.meta.url), 'utf8'),
) as Record<string, { format: string; lines: StoredLine[] }>;

const fileOf = (layout: BankLayout, lines: readonly MadeLine[]) => {
  const columns: Record<string, string> = layout.columns ? { columns: JSON.stringify(layout.columns) } : {};
  return { file: layout.write(lines), columns };
};
const importFile = async (bank: Bank, layout: BankLayout, lines: readonly MadeLine[]) => {
  const { file, columns } = fileOf(layout, lines);
  const preview = await upload(bank.admin, file, '?dryRun=true', columns);
  const booked = await upload(bank.admin, file, '', columns);
  expect([preview.status, booked.status]).toEqual([200, 200]);
  expect(preview.rows).toEqual(booked.rows);
  return booked.rows.map(({ outcome }) => outcome);
};
/** Everything that an import may change about money. */
const moneyOf = async (bank: Bank) => ({
  entries: await bank.shop.deps.read.select().from(ledgerEntries).orderBy(ledgerEntries.id),
  refunds: (await bank.shop.deps.read.select().from(refunds).orderBy(refunds.id)).map(({ id, amount, status }) => ({
    id,
    amount,
    status,
  })),
  orders: await Promise.all([1, 2, 3, 4].map((orderId) => bank.state(orderId))),
});
const countLines = async ({ shop }: Bank) => (await shop.deps.read.select().from(bankLines)).length;

async function shopWithOrders(): Promise<Bank> {
  const bank = await bankShop(await testShop());
  for (const expected of [1, 2, 3, 4]) expect(await bank.order()).toBe(expected);
  return bank;
}

/** The order that each credit paid, by the first release or by hand. */
const paidOrders = [1, 1, 2, 4, 3];

/** A shop that imported the movements with an earlier release. */
async function upgradedShop({ name }: BankLayout): Promise<Bank> {
  const bank = await shopWithOrders();
  const { format, lines } = storedByFirstReaders[name] as { format: string; lines: StoredLine[] };
  await bank.shop.deps.write(async (work) => {
    const { tx, now } = work;
    const file = { fileName: 'old', format, fileHash: 'old', lines: lines.length, newLines: lines.length };
    await tx.insert(bankImports).values({ ...file, editorId: 1, createdAt: now });
    for (const [at, line] of lines.entries()) {
      const isCredit = line.amount > 0;
      const outcome = isCredit ? 'notFound' : 'ignored';
      const [{ id } = { id: 0 }] = await tx
        .insert(bankLines)
        .values({ ...line, outcome, isClosed: !isCredit, importId: 1, createdAt: now })
        .returning({ id: bankLines.id });
      const orderId = paidOrders[at];
      if (isCredit && orderId)
        await assignLine(work, { lineId: id, editorId: 1, shares: [{ orderId, amount: line.amount }] });
      if (!isCredit) {
        const bankReference = line.bankReference ?? line.fingerprint;
        await settleTransferRefund(work, { reference: line.text ?? '', amount: cents(3000), bankReference });
      }
    }
  });
  return bank;
}

test.each(bankLayouts.map((layout) => [layout.name, layout] as const))(
  'what an earlier release stored of a file is known when the file comes again: %s',
  async (_, layout) => {
    const bank = await upgradedShop(layout);
    const before = await moneyOf(bank);
    expect(before.entries.length).toBeGreaterThanOrEqual(5);
    const known = ['alreadyPaid', 'alreadyPaid', 'alreadyPaid', 'alreadyPaid', 'alreadyPaid', 'ignored'];
    expect(await importFile(bank, layout, storedMovements)).toEqual(known);
    const after = await moneyOf(bank);
    // A debit that was read as a credit, or whose text was not read, settles its refund once.
    const settled = after.entries.filter(({ kind }) => kind === 'refund');
    expect(settled.length).toBeLessThanOrEqual(1);
    expect(after.entries.filter(({ kind }) => kind === 'payment')).toEqual(
      before.entries.filter(({ kind }) => kind === 'payment'),
    );
    expect(after.refunds.map(({ id, amount }) => [id, amount])).toEqual(
      before.refunds.map(({ id, amount }) => [id, amount]),
    );
    expect(after.refunds[0]?.status).toBe('completed');
    const lines = await countLines(bank);
    for (const part of [storedMovements.slice(0, 2), storedMovements.toReversed(), storedMovements]) {
      await importFile(bank, layout, part);
    }
    expect(await moneyOf(bank)).toEqual(after);
    expect(await countLines(bank)).toBe(lines);
  },
);

const layoutOf = (name: string) => bankLayouts.find((layout) => layout.name === name) as BankLayout;

test('any part of an imported file changes nothing, by any kind of export', async () => {
  const lines = fc.array(
    fc.record({
      amount: fc.constantFrom(3000, 3000, 1500, -3000),
      text: fc.constantFrom(
        referenceOf(1),
        `Lauf ${referenceOf(1)}`,
        `${referenceOf(2)} Eva`,
        'Lauf',
        'Spende',
        'Lauf Spende',
      ),
      iban: fc.constantFrom(...payerIbans),
    }),
    { minLength: 1, maxLength: 9 },
  );
  // A bank writes one text per movement.
  const exports = fc.constantFrom(...bankLayouts.filter(({ name }) => !name.includes('repeating')));
  const parts = fc.array(
    fc.record({
      layout: exports,
      from: fc.nat(8),
      count: fc.integer({ min: 1, max: 9 }),
      isTurned: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(exports, lines, parts, async (layout, all, again) => {
      const bank = await shopWithOrders();
      await importFile(bank, layout, all);
      const [before, count] = [await moneyOf(bank), await countLines(bank)];
      for (const { layout: other, from, count: length, isTurned } of again) {
        const part = all.slice(from, from + length);
        if (part.length > 0) await importFile(bank, other, isTurned ? part.toReversed() : part);
      }
      expect(await moneyOf(bank)).toEqual(before);
      expect(await countLines(bank)).toBe(count);
    }),
    { numRuns: times(150, 15), seed },
  );
}, 120_000);

test('counts equal payments within a file; those of a later file are new', async () => {
  const [first] = storedMovements as [MadeLine];
  for (const [layout, later] of [
    [layoutOf('Bank Austria'), layoutOf('Bank Austria')],
    [layoutOf('camt.053'), layoutOf('comdirect')],
  ] as const) {
    const bank = await upgradedShop(layout);
    const before = await moneyOf(bank);
    const all = [first, ...storedMovements];
    await importFile(bank, later, all);
    const after = await moneyOf(bank);
    const payments = ({ entries }: typeof before) => entries.filter(({ kind }) => kind === 'payment').length;
    expect(payments(after)).toBe(payments(before) + 1);
    expect(after.refunds.length).toBe(before.refunds.length + 1);
    await importFile(bank, later, all);
    expect(await moneyOf(bank)).toEqual(after);
  }
});

test('within one kind of export, another text is another movement; another account always is', async () => {
  const bank = await shopWithOrders();
  const camt = layoutOf('camt.053');
  const line = { amount: 3000, text: `Lauf ${referenceOf(1)}`, iban: payerIbans[0] };
  expect(await importFile(bank, camt, [line])).toEqual(['paid']);
  expect(await importFile(bank, camt, [{ ...line, text: `Start ${referenceOf(1)}` }])).toEqual(['alreadyPaid']);
  expect(await importFile(bank, layoutOf('Finom'), [{ ...line, iban: payerIbans[1] }])).toEqual(['alreadyPaid']);
  expect((await moneyOf(bank)).refunds).toHaveLength(2);
});

test('another text of the same payer, day and sum is another payment for every reader', async () => {
  const text = fc.constantFrom('SB24100', 'Startgeld Zwei', 'Gebühr', 'für Übung', 'Æøå', 'Spende', '20240 Anna');
  const readers = fc.constantFrom(...bankLayouts.filter(({ name }) => !name.includes('repeating')));
  await fc.assert(
    fc.asyncProperty(readers, readers, text, async (first, other, second) => {
      const bank = await shopWithOrders();
      const line = { amount: 3000, iban: payerIbans[0] };
      expect(await importFile(bank, first, [{ ...line, text: referenceOf(1) }])).toEqual(['paid']);
      for (let times = 0; times < 2; times += 1) {
        expect(await importFile(bank, other, [{ ...line, text: second }])).toEqual(['notFound']);
        expect(await countLines(bank)).toBe(2);
      }
      expect((await moneyOf(bank)).refunds).toEqual([]);
    }),
    { numRuns: times(60, 6), seed },
  );
}, 120_000);

test('a reversal in one kind of export pays nothing, even if another kind does not mark it', async () => {
  const bank = await shopWithOrders();
  const line = { amount: 3000, text: referenceOf(1) };
  expect(await importFile(bank, layoutOf('camt.053'), [{ ...line, isReversal: true }])).toEqual(['ignored']);
  for (const name of ['Finom', 'Sparkasse, Austria']) {
    expect(await importFile(bank, layoutOf(name), [line])).toEqual(['ignored']);
  }
  expect(await importFile(bank, layoutOf('camt.053'), [line])).toEqual(['paid']);
});

test('recognizes movements of a list read with other columns', async () => {
  const bank = await shopWithOrders();
  const chosen = layoutOf('columns that a person chooses');
  const wrong = { ...chosen, columns: { Botschaft: 'ignored', Konto: 'reference' } };
  const lines = [{ amount: 3000, text: referenceOf(1) }];
  expect(await importFile(bank, wrong, lines)).toEqual(['notFound']);
  await bank.shop.deps.write((work) =>
    assignLine(work, { lineId: 1, editorId: 1, shares: [{ orderId: 1, amount: cents(3000) }] }),
  );
  const before = await moneyOf(bank);
  expect(await importFile(bank, chosen, lines)).toEqual(['alreadyPaid']);
  expect(await moneyOf(bank)).toEqual(before);
});

test('requires a new reading version when readers read other texts', async () => {
  const readings = await Promise.all(
    bankLayouts.map(async (layout) => {
      const choices = { saved: {}, given: (layout.columns ?? null) as ColumnChoices['given'] };
      const { format, lines } = await readAll(layout.write(storedMovements), ownIban, choices);
      return [format, ...lines.map((line) => baseOf(line, ownIban))];
    }),
  );
  const hash = createHash('sha256').update(JSON.stringify(readings)).digest('hex').slice(0, 16);
  // If this fails, raise `readingVersion` and update both values here.
  expect([readerOf('csv', null), hash]).toEqual(['csv~2', '7f8b1e8aef5e3896']);
});

test('of two exports imported concurrently the later one must retry, and nothing is paid twice', async () => {
  const bank = await shopWithOrders();
  const lines = storedMovements.slice(0, 5).map((line, at) => ({ ...line, text: `Nr. ${at} ${line.text}` }));
  const { deps } = bank.shop;
  const files = ['camt.053', 'Bank Austria', 'Volksbank of old', 'Sparkasse, Austria'].map((name) => {
    const file = layoutOf(name).write(lines);
    return { name, bytes: typeof file === 'string' ? bytesOf(file) : file };
  });
  const read = await Promise.all(files.map((file) => readToEnd(deps, file, 1)));
  const came = await Promise.allSettled(read.map((whole) => importBankFile(deps, whole, 1)));
  const late = came.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(late).toMatchObject(Array(3).fill({ code: 'IMPORT_FAILED', status: 503 }));
  for (const file of files) await importBankFile(deps, await readToEnd(deps, file, 1), 1);
  expect(await countLines(bank)).toBe(lines.length);
  expect((await moneyOf(bank)).refunds).toHaveLength(1);
});
