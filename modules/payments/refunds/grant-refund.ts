import { and, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { cardMoneyOfOrder } from '#modules/gift-cards/index.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { needsBic, parseIban } from '#src/kernel/iban.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { cashMethod } from '#src/kernel/payment-methods.ts';
import { ledgerReference } from '../ledger.ts';
import { openRefund } from '../open-refund.ts';
import { isSepaIban } from '../rules/pain-001.ts';
import { type CapturedPayment, type RefundPart, splitRefund } from '../rules/refund-amount.ts';
import { bankLines, ledgerEntries, paymentAttempts, refunds } from '../schema.ts';

type GrantRefund = {
  orderId: number;
  /** Cents above 0, at most what is left of the payments. */
  amount: Cents;
  key: string;
  /** Default: `granted`. */
  reason?: 'granted' | 'moved';
  /** Null: automatic. */
  editorId: number | null;
  /** See `openRefund`. */
  isTold?: boolean;
};

/** Opens a granted refund, split by payment method. Returns the references of its parts. */
export async function grantRefund(
  work: Work,
  { orderId, amount, key, reason = 'granted', editorId, isTold = false }: GrantRefund,
): Promise<string[]> {
  const parts = await refundParts(work.tx, orderId, amount);
  const references: string[] = [];
  for (const [index, part] of parts.entries()) {
    const reference = `${reason}|${orderId}|${key}|${index + 1}`;
    const payee = part.method === 'bank' ? await payeeOf(work.tx, orderId) : null;
    const opened = await openRefund(work, {
      ...part,
      orderId,
      reason,
      reference,
      editorId,
      isTold,
      ...(payee ? { payee } : {}),
    });
    if (opened) references.push(reference);
  }
  return references;
}

/** Splits a sum by the methods of the order's payments. */
export const refundParts = async (reader: Reader | Tx, orderId: number, amount: Cents): Promise<RefundPart[]> =>
  splitRefund(amount, {
    captured: await capturedPaymentsOf(reader, orderId),
    cash: await cashLeftOf(reader, orderId),
    cards: await cardMoneyOfOrder(reader, orderId),
  });

async function cashLeftOf(reader: Reader | Tx, orderId: number): Promise<Cents> {
  const isPayment = and(eq(ledgerEntries.kind, 'payment'), eq(ledgerEntries.method, cashMethod));
  const [came] = await reader
    .select({ sum: sumOfCents(ledgerEntries.amount) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), isPayment));
  const [goes] = await reader
    .select({ sum: sumOfCents(refunds.amount) })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.way, 'cash'), ne(refunds.status, 'withdrawn')));
  return cents((came?.sum ?? 0) - (goes?.sum ?? 0));
}

/** Payments of the order through the provider, which can be refunded the same way. */
async function capturedPaymentsOf(reader: Reader | Tx, orderId: number): Promise<CapturedPayment[]> {
  const refunded = sumOfCents(refunds.amount);
  return reader
    .select({
      attemptId: paymentAttempts.id,
      method: paymentAttempts.method,
      amount: ledgerEntries.amount,
      gone: refunded,
    })
    .from(paymentAttempts)
    .innerJoin(
      ledgerEntries,
      and(
        eq(ledgerEntries.orderId, paymentAttempts.orderId),
        eq(ledgerEntries.kind, 'payment'),
        eq(ledgerEntries.method, paymentAttempts.method),
        eq(ledgerEntries.reference, paymentAttempts.transactionId),
      ),
    )
    .leftJoin(
      refunds,
      and(eq(refunds.attemptId, paymentAttempts.id), eq(refunds.way, 'provider'), ne(refunds.status, 'withdrawn')),
    )
    .where(eq(paymentAttempts.orderId, orderId))
    .groupBy(paymentAttempts.id);
}

/** The one account that paid the order; null if unknown or several. */
async function payeeOf(tx: Tx, orderId: number): Promise<{ iban: string; name: string } | null> {
  // A line may have paid several orders, as the ledger tells.
  const suffix = ledgerReference('', orderId);
  const paidBy = tx
    .select({
      fingerprint: sql<string>`substr(${ledgerEntries.reference}, 1, length(${ledgerEntries.reference}) - ${suffix.length})`,
    })
    .from(ledgerEntries)
    .where(
      and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'payment'), eq(ledgerEntries.method, 'bank')),
    );
  const lines = await tx
    .select({ iban: bankLines.payerIban, name: bankLines.payerName })
    .from(bankLines)
    .where(
      and(
        or(eq(bankLines.orderId, orderId), inArray(bankLines.fingerprint, paidBy)),
        eq(bankLines.outcome, 'paid'),
        gt(bankLines.amount, zeroCents),
        isNotNull(bankLines.payerIban),
      ),
    );
  const [first] = lines;
  if (!first || lines.some(({ iban }) => iban !== first.iban)) return null;
  const iban = parseIban(first.iban ?? '');
  // Bank lines have no BIC, so an account that needs one is asked for.
  return iban && isSepaIban(iban) && !needsBic(iban) ? { iban, name: first.name } : null;
}
