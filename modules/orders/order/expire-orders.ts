import { and, asc, eq, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { mails } from '#src/data/schema.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { SomeMail } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
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
  endsByClock: true,
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
        if (!still) return;
        // What came of a sum that was never whole goes back.
        const giveBack = deps.givingBack({ mode: 'full' });
        await cancelOrder(work, { orderId: id, editorId: null, reason: 'expired', giveBack });
      });
    }
    return due.length === atOnce;
  },
});

/** Orders that wait for money in this way are written to once. */
const reminderJob =
  (about: {
    name: string;
    everyMs: number;
    /** Whose turn it is. */
    due: (now: Instant) => SQL | undefined;
    keyOf: string;
    mail: (orderId: number) => SomeMail;
  }) =>
  (deps: Deps): Job => ({
    name: about.name,
    everyMs: about.everyMs,
    endsByClock: true,
    async run() {
      const uniqueKey = sql`${about.keyOf} || '|' || ${orders.id}`;
      const told = deps.read.select({ one: sql`1` }).from(mails).where(eq(mails.uniqueKey, uniqueKey));
      const due = await deps.read
        .select({ id: orders.id, recipient: buyerEmail, locale: orders.language, expiresAt: orders.expiresAt })
        .from(orders)
        .where(and(eq(orders.status, 'pending'), about.due(deps.clock()), notExists(told)))
        // As the index of pending orders has them: by their numbers all orders there ever were would be walked through.
        .orderBy(asc(orders.expiresAt), asc(orders.id))
        .limit(atOnce);
      for (const { id, expiresAt, ...to } of due) {
        const until = expiresAt === null ? {} : { expiresAt };
        const mail = { ...about.mail(id), ...to, ...until, uniqueKey: `${about.keyOf}|${id}`, orderId: id };
        await deps.write((work) => work.post(mail));
      }
      return due.length === atOnce;
    },
  });

/** After half of the hold the buyer is reminded, once an order. */
export const remindPendingJob = reminderJob({
  name: 'remind-pending-orders',
  everyMs: 30_000,
  due: (now) =>
    and(
      isNotNull(orders.expiresAt),
      isNull(orders.memberProofUntil),
      // A bank transfer has days and not minutes; its own mail says until when.
      lte(orders.expiresAt, plus(now, days(1))),
      sql`coalesce(${orders.paymentMethod}, '') <> 'bank'`,
      sql`(${orders.orderDate} + ${orders.expiresAt}) / 2 <= ${now}`,
    ),
  keyOf: 'PendingOrderReminder',
  mail: (orderId) => ({ type: 'PendingOrderReminder', params: { orderId } }),
});

/** A transfer without a time of its event is asked for once after a week. */
const transferPatienceMs = days(7);

/** Who chose a transfer and has not paid gets the account once more, after half of the time or a week. */
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
