import { and, asc, eq, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import type { Job } from '#src/data/jobs.ts';
import { mails } from '#src/data/schema.ts';
import { days, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { AnyMail } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { buyerEmail, orders } from '../schema.ts';
import { cancelOrder } from './cancel-order.ts';

const batchSize = 50;

/** An order with an authorized payment waits for the provider. */
const isOverdue = (now: Instant) =>
  and(
    eq(orders.status, 'pending'),
    lte(orders.expiresAt, now),
    sql`coalesce(${orders.paymentStatus}, '') <> 'authorized'`,
  );

export const expireOrdersJob = (deps: Deps): Job => ({
  name: 'expire-orders',
  everyMs: 15_000,
  endsByClock: true,
  async run() {
    const due = await deps.read
      .select({ id: orders.id })
      .from(orders)
      .where(isOverdue(deps.clock()))
      .orderBy(asc(orders.expiresAt))
      .limit(batchSize);
    for (const { id } of due) {
      await deps.write(async (work) => {
        // A payment method chosen meanwhile may have extended the time.
        const [still] = await work.tx
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.id, id), isOverdue(work.now)));
        if (!still) return;
        // Partial payments are refunded.
        const giveBack = deps.openCancellationRefund({ mode: 'full' });
        await cancelOrder(work, { orderId: id, editorId: null, reason: 'expired', giveBack });
      });
    }
    return due.length === batchSize;
  },
});

const reminderJob =
  (about: {
    name: string;
    everyMs: number;
    due: (now: Instant) => SQL | undefined;
    keyOf: string;
    mail: (orderId: number) => AnyMail;
  }) =>
  (deps: Deps): Job => ({
    name: about.name,
    everyMs: about.everyMs,
    endsByClock: true,
    async run() {
      const uniqueKey = sql`${about.keyOf} || '|' || ${orders.id}`;
      const reminded = deps.read.select({ one: sql`1` }).from(mails).where(eq(mails.uniqueKey, uniqueKey));
      const due = await deps.read
        .select({ id: orders.id, recipient: buyerEmail, locale: orders.language, expiresAt: orders.expiresAt })
        .from(orders)
        .where(and(eq(orders.status, 'pending'), about.due(deps.clock()), notExists(reminded)))
        // As the index of pending orders has them: by their numbers all orders there ever were would be walked through.
        .orderBy(asc(orders.expiresAt), asc(orders.id))
        .limit(batchSize);
      for (const { id, expiresAt, ...to } of due) {
        const until = expiresAt === null ? {} : { expiresAt };
        const mail = { ...about.mail(id), ...to, ...until, uniqueKey: `${about.keyOf}|${id}`, orderId: id };
        await deps.write((work) => work.post(mail));
      }
      return due.length === batchSize;
    },
  });

/** Reminds the buyer once after half of the hold. */
export const remindPendingJob = reminderJob({
  name: 'remind-pending-orders',
  everyMs: 30_000,
  due: (now) =>
    and(
      isNotNull(orders.expiresAt),
      isNull(orders.memberProofUntil),
      // Transfers have days; their own mail names the date.
      lte(orders.expiresAt, plus(now, days(1))),
      sql`coalesce(${orders.paymentMethod}, '') <> 'bank'`,
      sql`(${orders.orderDate} + ${orders.expiresAt}) / 2 <= ${now}`,
    ),
  keyOf: 'PendingOrderReminder',
  mail: (orderId) => ({ type: 'PendingOrderReminder', params: { orderId } }),
});

const transferPatienceMs = days(7);

/** Reminds buyers of an unpaid transfer after half of the time or a week. */
export const remindTransfersJob = reminderJob({
  name: 'remind-transfers',
  everyMs: 60_000,
  due: (now) =>
    and(
      eq(orders.paymentMethod, 'bank'),
      sql`coalesce((${orders.orderDate} + ${orders.expiresAt}) / 2, ${orders.orderDate} + ${transferPatienceMs}) <= ${now}`,
    ),
  keyOf: 'PaymentInAdvanceReminder',
  mail: (orderId) => ({ type: 'PaymentInAdvance', params: { orderId, isReminder: true } }),
});

/** Default deadline for transfers of unproven mailboxes. */
const daysOfUnproven = 10;

type Order = { awaitsProof: boolean };

export function transferEnd(
  { awaitsProof }: Order,
  { bankTransferHoldDays }: Pick<CatalogEvent, 'bankTransferHoldDays'>,
  now: Instant,
): Instant | null {
  const maxDays = bankTransferHoldDays ?? (awaitsProof ? daysOfUnproven : null);
  return maxDays === null ? null : plus(now, days(maxDays));
}

/** Deadline for a rest of a paid order: that of a transfer, at most the event's start. */
export function additionEnd(
  { bankTransferHoldDays, startTimestamp }: Pick<CatalogEvent, 'bankTransferHoldDays' | 'startTimestamp'>,
  now: Instant,
): Instant {
  const end = plus(now, days(bankTransferHoldDays ?? daysOfUnproven));
  return now < startTimestamp && startTimestamp < end ? startTimestamp : end;
}

/** Hold of a reactivated order. */
export const holdEnd = (
  order: Order & { paymentMethod: string | null },
  event: Pick<CatalogEvent, 'bankTransferHoldDays' | 'onlinePaymentHoldMinutes'>,
  now: Instant,
): Instant | null =>
  order.paymentMethod === 'bank' ? transferEnd(order, event, now) : plus(now, minutes(event.onlinePaymentHoldMinutes));
