import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { barriersOf, readPaper, spoken, tablesOf } from '#tests/support/read-paper.ts';
import { billOf, companyOf } from '../read-companies.ts';
import { companyScene } from '../testing.ts';
import { viewBill } from '../view-company.ts';
import { billPdf } from './bill-pdf.ts';

test.each(['de', 'en-us'] as const)(
  'a collective bill (%s) is one page with what each order cost and has open, and can be read out',
  async (language) => {
    const at = await companyScene();
    const orders = [await at.onAccount(), await at.onAccount(2), await at.onAccount()];
    const made = (await at.bill()).body.bill;
    await at.paid(made.id, 1000);
    await at.cancel(orders[2] ?? 0);
    const i18n = translatorFor(language);
    const bill = await billOf(at.deps.read, made.id);
    const company = await companyOf(at.deps.read, at.companyId);
    const now = at.clock();
    const draw = async () => billPdf(at.deps, { company, view: await viewBill(at.deps, bill, now), now }, i18n, null);
    const bytes = await draw();
    if (process.env.PAPER) await writeFile(process.env.PAPER, bytes);
    const paper = await readPaper(bytes);
    expect(barriersOf(paper)).toEqual([]);
    expect(paper.pages).toBe(1);
    const [facts, rows, sums] = tablesOf(paper.tree);
    expect(facts?.map(([, value]) => value)).toContain(made.reference);
    const money = (amount: number) => i18n.money(cents(amount));
    expect(rows?.slice(1).map((row) => [row[0], row[3], row[4], row[5]])).toEqual([
      [String(orders[0]), 'R1-000001', money(3150), money(2150)],
      [String(orders[1]), 'R1-000002', money(6150), money(6150)],
      [String(orders[2]), 'R1-000003', money(3150), money(0)],
    ]);
    expect(sums?.map(([, value]) => value)).toEqual([money(12_450), money(8300)]);
    expect(spoken(paper.tree)).toContain(i18n.t('companies.paper.noInvoice'));
    // Paid, it asks for nothing any more.
    await at.paid(made.id);
    const done = await readPaper(await draw());
    expect(tablesOf(done.tree)[0]?.map(([, value]) => value)).not.toContain(made.reference);
  },
);
