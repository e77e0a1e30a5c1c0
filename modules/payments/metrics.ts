import { count, eq, isNotNull, min } from 'drizzle-orm';
import type { Deps } from '#src/runtime/deps.ts';
import { type Counter, type Gauge, secondsSince } from '#src/runtime/metrics.ts';
import { failureWords } from './rules/failure.ts';
import { paymentAttempts, refunds } from './schema.ts';

export const paymentCounters: readonly Counter[] = [
  {
    name: 'startblock_payments_failed_total',
    help: 'Online payments that came to nothing, by what the payer was told; "aborted" and "expired" are decisions of the payer.',
    labels: failureWords.map((reason) => ({ reason })),
  },
];

const isWaiting = isNotNull(paymentAttempts.nextAskAt);

export const paymentGauges = ({ read, clock }: Deps): readonly Gauge[] => [
  {
    name: 'startblock_payments_waiting',
    help: 'Online payments that are not decided yet.',
    read: async () => (await read.select({ n: count() }).from(paymentAttempts).where(isWaiting))[0]?.n ?? 0,
  },
  {
    name: 'startblock_payment_oldest_waiting_seconds',
    help: 'Age of the oldest online payment that is not decided yet.',
    read: async () => {
      const [row] = await read
        .select({ at: min(paymentAttempts.createdAt) })
        .from(paymentAttempts)
        .where(isWaiting);
      return secondsSince(row?.at ?? null, clock());
    },
  },
  {
    name: 'startblock_refunds_failed',
    help: 'Refunds that failed and wait for a person.',
    read: async () => (await read.select({ n: count() }).from(refunds).where(eq(refunds.status, 'failed')))[0]?.n ?? 0,
  },
];
