import { and, eq, sql } from 'drizzle-orm';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { ledgerEntries } from './schema.ts';

export type NewLedgerEntry = {
  orderId: number;
  kind: 'payment' | 'refund';
  method: string;
  amount: Cents;
  reference: string;
  note?: string;
};

/** Enters money; entries are never changed or deleted. False when this money was entered before. */
export async function enterMoney({ tx, now }: Work, entry: NewLedgerEntry): Promise<boolean> {
  const rows = await tx
    .insert(ledgerEntries)
    .values({ ...entry, note: entry.note ?? '', createdAt: now })
    .onConflictDoNothing({ target: [ledgerEntries.kind, ledgerEntries.method, ledgerEntries.reference] })
    .returning({ id: ledgerEntries.id });
  return rows.length > 0;
}

export async function paidSumOf(reader: Reader | Tx, orderId: number): Promise<Cents> {
  const signed = sql`case when ${ledgerEntries.kind} = 'payment' then ${ledgerEntries.amount} else -${ledgerEntries.amount} end`;
  const [row] = await reader
    .select({ sum: sumOfCents(signed) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.orderId, orderId));
  return row?.sum ?? zeroCents;
}

export async function paymentCountOf(reader: Reader | Tx, orderId: number): Promise<number> {
  const rows = await reader
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'payment')));
  return rows.length;
}

export const ledgerReference = (fingerprint: string, orderId: number): string => `${fingerprint}|${orderId}`;
