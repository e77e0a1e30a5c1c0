import { and, asc, desc, gte, inArray, lt } from 'drizzle-orm';
import { payoutReference, refundReference } from '#modules/payments/rules/payment-reference.ts';
import { refundFiles, refunds } from '#modules/payments/schema.ts';
import type { BankConfig } from '#src/config/config.ts';
import type { Reader } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import { payoutFiles, payouts } from '../schema.ts';

/** One id for two kinds of files: `2n` is refund file `n`, `2n + 1` is payout file `n`. */
export type PainXml = { kind: 'payouts' | 'refunds'; fileId: number };

export const painXmlId = ({ kind, fileId }: PainXml): number => 2 * fileId + (kind === 'payouts' ? 1 : 0);
export const painXmlOf = (id: number): PainXml => ({
  kind: id % 2 === 1 ? 'payouts' : 'refunds',
  fileId: Math.floor(id / 2),
});

export type PainXmlRow = {
  id: number;
  kind: PainXml['kind'];
  messageId: string;
  createdAt: Instant;
  count: number;
  sum: Cents;
  executionDate: CalendarDate;
  status: 'open' | 'paid';
  payments: { creditorName: string; iban: string; bic: string | null; amount: Cents; reference: string }[];
};

type Span = { from: Instant | null; to: Instant | null };

/** Payout and refund files created in the span, newest first. */
export async function painXmlsWithin(reader: Reader, span: Span, bank: BankConfig | null): Promise<PainXmlRow[]> {
  const of = async (kind: PainXml['kind']) => {
    const table = kind === 'payouts' ? payoutFiles : refundFiles;
    const within = and(
      span.from === null ? undefined : gte(table.createdAt, span.from),
      span.to === null ? undefined : lt(table.createdAt, span.to),
    );
    return reader.select().from(table).where(within).orderBy(desc(table.id)).limit(500);
  };
  const [paidOut, back] = [await of('payouts'), await of('refunds')];
  const rows = [...(await withPayouts(reader, paidOut, bank)), ...(await withRefunds(reader, back, bank))];
  return rows.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
}

type FileRow = typeof payoutFiles.$inferSelect;
const rowOf = (
  kind: PainXml['kind'],
  { id, messageId, createdAt, count, sum, executionDate }: FileRow,
  isOpen: boolean,
  payments: PainXmlRow['payments'],
): PainXmlRow => ({
  id: painXmlId({ kind, fileId: id }),
  kind,
  messageId,
  createdAt,
  count,
  sum,
  executionDate,
  payments,
  status: isOpen ? 'open' : 'paid',
});

const prefixOf = (bank: BankConfig | null): string => bank?.referencePrefix ?? 'SB';

async function withPayouts(reader: Reader, files: FileRow[], bank: BankConfig | null): Promise<PainXmlRow[]> {
  const ids = files.map(({ id }) => id);
  const rows = await reader.select().from(payouts).where(inArray(payouts.fileId, ids)).orderBy(asc(payouts.id));
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId);
  return files.map((file) => {
    const own = byFile.get(file.id) ?? [];
    const isOpen = own.some(({ status }) => status === 'open');
    const payments = own.map(({ id, name, iban, bic, amount }) => ({
      ...{ creditorName: name ?? '', iban: iban ?? '', bic, amount },
      reference: payoutReference(prefixOf(bank), id),
    }));
    return rowOf('payouts', file, isOpen, payments);
  });
}

async function withRefunds(reader: Reader, files: FileRow[], bank: BankConfig | null): Promise<PainXmlRow[]> {
  const ids = files.map(({ id }) => id);
  const rows = await reader.select().from(refunds).where(inArray(refunds.fileId, ids)).orderBy(asc(refunds.id));
  const byFile = Map.groupBy(rows, ({ fileId }) => fileId);
  return files.map((file) => {
    const own = byFile.get(file.id) ?? [];
    const isOpen = own.some(({ status }) => status === 'pending');
    const payments = own.map(({ id, orderId, accountHolder, iban, bic, amount }) => ({
      ...{ creditorName: accountHolder ?? '', iban: iban ?? '', bic, amount },
      reference: refundReference(prefixOf(bank), orderId, id),
    }));
    return rowOf('refunds', file, isOpen, payments);
  });
}
