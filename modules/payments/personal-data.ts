import { asc, inArray } from 'drizzle-orm';
import { orderIdsOfBuyer } from '#modules/orders/index.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { bankLines, ledgerEntries, paymentAttempts, refunds } from './schema.ts';

export const paymentData: PersonalData = {
  async collect(reader, userId) {
    const own = await orderIdsOfBuyer(reader, userId);
    const [entries, tries, returned, lines] = [
      await reader
        .select()
        .from(ledgerEntries)
        .where(inArray(ledgerEntries.orderId, own))
        .orderBy(asc(ledgerEntries.id)),
      await reader
        .select()
        .from(paymentAttempts)
        .where(inArray(paymentAttempts.orderId, own))
        .orderBy(asc(paymentAttempts.id)),
      await reader.select().from(refunds).where(inArray(refunds.orderId, own)).orderBy(asc(refunds.id)),
      await reader.select().from(bankLines).where(inArray(bankLines.orderId, own)).orderBy(asc(bankLines.id)),
    ];
    return {
      money: entries.map(({ orderId, kind, method, amount, createdAt }) => ({
        orderId,
        kind,
        method,
        amount,
        at: toIso(createdAt),
      })),
      tries: tries.map(({ orderId, method, amount, status, means, createdAt }) => ({
        orderId,
        method,
        amount,
        status,
        means,
        at: toIso(createdAt),
      })),
      refunds: returned.map(({ orderId, amount, status, iban, bic, accountHolder, createdAt, settledAt }) => ({
        orderId,
        amount,
        status,
        iban,
        bic,
        accountHolder,
        at: toIso(createdAt),
        settledAt: toIsoOrNull(settledAt),
      })),
      transfers: lines.map(({ orderId, bookingDate, amount, payerName, payerIban, text }) => ({
        orderId,
        bookingDate,
        amount,
        payerName,
        payerIban,
        text,
      })),
    };
  },
  async erase() {},
};
