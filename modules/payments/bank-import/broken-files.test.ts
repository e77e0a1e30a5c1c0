import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { seed, times } from '#tests/support/thorough.ts';
import { bytesOf, camtFile, mt940File } from '../bank-files/testing.ts';
import { ledgerEntries } from '../schema.ts';
import { bankShop, referenceOf, upload } from './testing.ts';

test.each(['999999999999,99', '-999999999999,99'])('%s euros, which no transfer carries, are refused', async (sum) => {
  const { admin } = await bankShop(await testShop());
  const line = `02.02.2026;Erika;${sum};EUR;Startgeld\n`;
  const file = `Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Details\n${line.repeat(100)}`;
  expect(await upload(admin, bytesOf(file))).toMatchObject({ status: 400, details: { fault: 'amount' } });
});

/** A damaged file is refused or pays what it states, and never causes an internal error. */
test(`files cut anywhere or with bytes changed (SEED=${seed})`, { timeout: 120_000 }, async () => {
  const bank = await bankShop(await testShop());
  const orderId = await bank.order();
  const lines = [
    { amount: 3001, text: referenceOf(orderId) },
    { amount: -250, text: 'Entgelt' },
  ];
  const csv = `Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Details\n02.02.2026;Erika;30,01;EUR;${referenceOf(orderId)}\n`;
  const files = [camtFile(lines), camtFile(lines, { version: '02' }), mt940File(lines), csv].map(bytesOf);
  const byte = fc.integer({ min: 0, max: 255 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.record({ at: fc.double({ min: 0, max: 0.9999, noNaN: true }), byte }), { maxLength: 4 }),
      fc.option(fc.double({ min: 0, max: 0.9999, noNaN: true })),
      async (file, changes, cut) => {
        const copy = file.slice();
        for (const { at, byte: value } of changes) copy[Math.floor(at * copy.length)] = value;
        const sent = cut === null ? copy : copy.slice(0, Math.floor(cut * copy.length));
        const { status } = await upload(bank.admin, sent);
        expect([200, 400]).toContain(status);
      },
    ),
    { numRuns: times(1000, 100), seed },
  );
  // A cut statement is refused. A CSV cut at its very end looks complete.
  for (const file of files.slice(0, 3)) {
    for (let part = 1; part < 20; part += 1) {
      const sent = file.slice(0, Math.floor((file.length * part) / 20));
      expect((await upload(bank.admin, sent)).status).toBe(400);
    }
  }
  const entries = await bank.shop.deps.read.select().from(ledgerEntries);
  expect(entries.every(({ amount }) => amount === 3000)).toBe(true);
});
