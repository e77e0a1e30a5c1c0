import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateOrganizer } from '#modules/organizers/index.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { ciiOf } from '../rules/cii.ts';
import { feeLines } from '../rules/fee-lines.ts';
import { figuresOf } from '../rules/paper.ts';
import { invoices } from '../schema.ts';
import { settlementScene } from '../settlements/testing.ts';
import { feesJob } from './fees-job.ts';

type Row = {
  number: string;
  kind: string;
  total: number;
  organizerName: string;
  sentEmailAddress: string | null;
  shouldSendEmail: boolean;
  downloadLink: string;
};
const home = { street: 'Hauptplatz', houseNumber: '1', zipCode: '4020', city: 'Linz', countryCode: 'AT' };

async function billed(address: Record<string, string> = home) {
  const at = await settlementScene();
  const { organizerId, editorId } = at;
  await at.shop.deps.write((work) =>
    updateOrganizer(work, organizerId, { address, email: 'office@club.example' }, editorId),
  );
  await at.byCard();
  await at.byBank();
  await at.close();
  return at;
}

test('closing bills the fees as an electronic invoice, which is mailed once', async () => {
  const at = await billed();
  const [paper] = await at.shop.deps.read.select().from(invoices);
  expect(paper).toMatchObject({ number: 'P-000001', kind: 'invoice', sellerKind: 'platform', total: 475 });
  expect(paper?.data.totals).toMatchObject({ gross: 475, net: 396, tax: 79, due: 0 });
  expect(paper?.data.lines.map(({ name, quantity, gross }) => [name, quantity, gross])).toEqual([
    ['Disagio auf Karten- und Wallet-Zahlungen', 1, 75],
    ['Gebühr je Startplatz', 2, 400],
  ]);
  expect(paper && brokenRules(ciiOf(paper.data))).toEqual([]);
  const list = async (path = '/api/admin/organizer-invoices') =>
    (await at.admin.json<{ rows: Row[] }>('GET', path)).body.rows;
  expect((await list())[0]).toMatchObject({
    number: 'P-000001',
    organizerName: 'Club of club@organizer.example',
    total: 475,
    sentEmailAddress: null,
    shouldSendEmail: true,
  });
  const job = feesJob(at.shop.deps);
  await job.run();
  await job.run();
  await at.shop.settle();
  const mails = await at.shop.mails('office@club.example');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('P-000001');
  expect((await list())[0]).toMatchObject({ sentEmailAddress: 'office@club.example', shouldSendEmail: false });
  expect(await list('/api/admin/organizer-invoices/platform-invoices')).toHaveLength(1);
  expect(await list('/api/admin/organizer-invoices?from=2026-03-03')).toEqual([]);
  const { pathname, search } = new URL((await list())[0]?.downloadLink ?? '');
  const file = await at.shop.visitor().fetch(pathname + search);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const own = await (await at.shop.login('club@organizer.example')).fetch('/api/admin/settlements/1/invoice');
  expect(own.status).toBe(200);
});

test('an organizer elsewhere in the union owes the tax: reverse charge, and the payout is the same', async () => {
  const at = await billed({ ...home, countryCode: 'DE', zipCode: '10115', city: 'Berlin', vatId: 'DE123456789' });
  const [paper] = await at.shop.deps.read.select().from(invoices);
  expect(paper?.data.taxes).toEqual([expect.objectContaining({ category: 'AE', rate: 0, tax: 0, net: 475 })]);
  expect(paper?.data.lines[0]?.reason).toContain('Steuerschuldnerschaft');
  expect(paper && brokenRules(ciiOf(paper.data))).toEqual([]);
  expect(await at.shop.deps.read.all(sql`select payout_cents p, tax_category c from settlements`)).toEqual([
    { p: 5525, c: 'AE' },
  ]);
});

test('a refund of fees is a credit note with positive figures', () => {
  const words = { disagio: 'd', disagioDetail: '', tickets: 't', reverse: 'r' };
  const fees = (disagio: number, tickets: number, ticketFees: number) => ({
    disagio: cents(disagio),
    tickets,
    ticketFees: cents(ticketFees),
    fees: cents(disagio + ticketFees),
    taxCategory: 'S' as const,
    taxRate: basisPoints(20),
  });
  const made = (...of: Parameters<typeof fees>) => {
    const billing = feeLines(fees(...of), words);
    if (!billing) return null;
    const { totals } = figuresOf(billing.lines, 'all');
    return [
      billing.kind,
      totals.gross,
      billing.lines.map(({ quantity, unitGross, gross }) => [quantity, unitGross, gross]),
    ];
  };
  expect(made(0, -2, -400)).toEqual(['creditNote', 400, [[2, 200, 400]]]);
  expect(made(50, -2, -400)).toEqual([
    'creditNote',
    350,
    [
      [-1, 50, -50],
      [2, 200, 400],
    ],
  ]);
  expect(made(500, -2, -400)).toEqual([
    'invoice',
    100,
    [
      [1, 500, 500],
      [-2, 200, -400],
    ],
  ]);
  // Two prices: one piece.
  expect(made(0, 3, 500)).toEqual(['invoice', 500, [[1, 500, 500]]]);
  expect(made(0, 0, 25)).toEqual(['invoice', 25, [[1, 25, 25]]]);
  expect(made(0, 4, 0)).toBe(null);
});
