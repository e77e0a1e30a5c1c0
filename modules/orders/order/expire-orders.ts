import { and, asc, eq, isNotNull, lte, notExists, sql } from 'drizzle-orm';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/http.ts';
import type { Job } from '#src/platform/jobs.ts';
import { mails } from '#src/platform/schema.ts';
import { buyerEmail, orders } from '../schema.ts';
import { cancelOrder } from './cancel-order.ts';

const atOnce = 50;

/** Money that is promised already is waited for: its order keeps its places until the provider has answered. */
const isOverdue = (now: Instant) =>
  and(
    eq(orders.status, 'pending'),
    lte(orders.expiresAt, now),
    sql`coalesce(${orders.paymentStatus}, '') <> 'authorized'`,
  );

/** Pending orders past their time are canceled; the buyer is told and everything is for sale again. */
export const expireOrdersJob = (deps: Deps): Job => ({
  name: 'expire-orders',
  everyMs: 15_000,
  async run() {
    const due = await deps.read
      .select({ id: orders.id })
      .from(orders)
      .where(isOverdue(deps.clock()))
      .orderBy(asc(orders.expiresAt))
      .limit(atOnce);
    for (const { id } of due) {
      await deps.write(async (work) => {
        // The buyer may have chosen a way to pay since the list was read, which gives him more time.
        const [still] = await work.tx
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.id, id), isOverdue(work.now)));
        if (still) await cancelOrder(work, { orderId: id, editorId: null, reason: 'expired' });
      });
    }
    return due.length === atOnce;
  },
});

/** After half of the hold the buyer is reminded, once an order. */
export const remindPendingJob = (deps: Deps): Job => ({
  name: 'remind-pending-orders',
  everyMs: 30_000,
  async run() {
    const due = await ordersToRemind(deps, deps.clock());
    for (const order of due) {
      await deps.write((work) =>
        work.post({
          type: 'PendingOrderReminder',
          uniqueKey: `PendingOrderReminder|${order.id}`,
          recipient: order.email,
          locale: order.language,
          params: { orderId: order.id },
          orderId: order.id,
          expiresAt: order.expiresAt as Instant,
        }),
      );
    }
    return due.length === atOnce;
  },
});

/** A transfer without a time of its event is asked for once after a week. */
const transferPatienceMs = days(7);

/** Who chose a transfer and has not paid gets the account once more, after half of the time or a week. */
export const remindTransfersJob = (deps: Deps): Job => ({
  name: 'remind-transfers',
  everyMs: 60_000,
  async run() {
    const due = await transfersToRemind(deps, deps.clock());
    for (const order of due) {
      await deps.write((work) =>
        work.post({
          type: 'PaymentInAdvance',
          uniqueKey: transferReminderKey(order.id),
          recipient: order.email,
          locale: order.language,
          params: { orderId: order.id, isReminder: true },
          orderId: order.id,
          ...(order.expiresAt === null ? {} : { expiresAt: order.expiresAt }),
        }),
      );
    }
    return due.length === atOnce;
  },
});

const transferReminderKey = (orderId: number): string => `PaymentInAdvanceReminder|${orderId}`;

const transfersToRemind = (deps: Deps, now: Instant) =>
  deps.read
    .select({ id: orders.id, email: buyerEmail, language: orders.language, expiresAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        eq(orders.paymentMethod, 'bank'),
        sql`coalesce((${orders.orderDate} + ${orders.expiresAt}) / 2, ${orders.orderDate} + ${transferPatienceMs}) <= ${now}`,
        notExists(
          deps.read
            .select({ one: sql`1` })
            .from(mails)
            .where(eq(mails.uniqueKey, sql`'PaymentInAdvanceReminder|' || ${orders.id}`)),
        ),
      ),
    )
    // As the index of pending orders has them: by their numbers all orders there ever were would be walked through.
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(atOnce);

const ordersToRemind = (deps: Deps, now: Instant) =>
  deps.read
    .select({ id: orders.id, email: buyerEmail, language: orders.language, expiresAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        isNotNull(orders.expiresAt),
        // A bank transfer has days and not minutes; its own mail says until when.
        lte(orders.expiresAt, plus(now, 24 * 3_600_000)),
        sql`coalesce(${orders.paymentMethod}, '') <> 'bank'`,
        sql`(${orders.orderDate} + ${orders.expiresAt}) / 2 <= ${now}`,
        notExists(
          deps.read
            .select({ one: sql`1` })
            .from(mails)
            .where(eq(mails.uniqueKey, sql`'PendingOrderReminder|' || ${orders.id}`)),
        ),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(atOnce);
