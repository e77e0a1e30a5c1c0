import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { userLoggedIn, userVerified } from '#modules/accounts/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Counter, Gauge } from '#src/runtime/metrics.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { duplicateApi } from './duplicates/api.ts';
import { duplicatePages } from './duplicates/pages.tsx';
import { orderMailTypes } from './emails/order-mails.ts';
import { handedOverMail, memberMails } from './emails/participant-mails.ts';
import { mailPreviewApi } from './emails/preview.ts';
import { mailPreviewPages } from './emails/preview-pages.tsx';
import { adminOrderApi, orderListApi } from './management/api.ts';
import { orderListPages } from './management/order-list-pages.tsx';
import { orderPagesOfAdmin } from './management/order-pages.tsx';
import { soldArticlePages } from './management/sold-articles-page.tsx';
import { ownOrderApi } from './order/api.ts';
import { confirmOrder } from './order/complete-order.ts';
import { expireOrdersJob, remindPendingJob, remindTransfersJob } from './order/expire-orders.ts';
import { proveOrders } from './order/mailbox-proof.ts';
import { confirmOwnMember } from './order/member-proof.ts';
import { orderPages } from './order/pages.tsx';
import { pendingOrdersOf } from './order/read-orders.ts';
import { refoldJob } from './order/refold-job.ts';
import { indexOrdersJob } from './order-search.ts';
import { participantApi } from './participants/api.ts';
import { peoplePages } from './participants/pages.tsx';
import { participantsOf } from './people.ts';
import { orderOf, ordersOf } from './read.ts';
import { orderPaid, orderProven } from './rules/facts.ts';
import { isPaidStatus } from './rules/order-state.ts';
import { orderProblems } from './rules/problems.ts';
import { orderAuditChanges, orders } from './schema.ts';
import { orderShapeSchema, withInvoice } from './shapes.ts';
import { voucherPreviewPages } from './voucher-preview/pages.tsx';

/** The first confirmation contained no tickets, because the free order waited for its proof. */
async function confirmProven(work: Work, orderId: number): Promise<void> {
  const order = await orderOf(work.tx, orderId);
  const lackedTickets = order?.totalPrice === 0 && participantsOf(order).some(({ email }) => !email);
  if (order && isPaidStatus(order.status) && lackedTickets) await confirmOrder(work, orderId, '|proven');
}

export const orderHandlers: readonly FactHandler[] = [
  // On every payment, whatever caused it.
  onFact(orderPaid, 'orders.confirm-order', (work, { orderId }) => confirmOrder(work, orderId)),
  onFact(orderProven, 'orders.confirm-proven', async (work, { orderId }) => {
    await confirmOwnMember(work, orderId);
    await confirmProven(work, orderId);
  }),
  onFact(userVerified, 'orders.believe-person', (work, { userId }, { createdAt: until }) =>
    proveOrders(work, { userId, until }),
  ),
  onFact(userLoggedIn, 'orders.believe-visit', (work, { userId, visitId }, { createdAt: until }) =>
    proveOrders(work, { userId, visitId, until }),
  ),
];

export const orderCounters: readonly Counter[] = [
  { name: 'startblock_orders_booked_total', help: 'Orders that were booked.' },
  {
    name: 'startblock_orders_paid_total',
    help: 'Orders that became complete: paid, free, or on the account of a company.',
  },
];

/** Both count the entries of a partial index, so the condition must be literal. */
export const orderGauges = ({ read }: Deps): readonly Gauge[] => [
  {
    name: 'startblock_orders_pending',
    help: 'Orders that hold places and are not paid yet.',
    read: async () => {
      const [row] = await read.select({ n: count() }).from(orders).where(sql`status = 'pending'`);
      return row?.n ?? 0;
    },
  },
  {
    name: 'startblock_orders_pending_transfer',
    help: 'Pending orders whose buyers chose a bank transfer.',
    read: async () => {
      const [row] = await read
        .select({ n: count() })
        .from(orders)
        .where(sql`status = 'pending' and payment_method = 'bank'`);
      return row?.n ?? 0;
    },
  },
];

export const orderData: PersonalData = {
  async collect(reader, userId) {
    const own = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(desc(orders.id));
    const records = await ordersOf(
      reader,
      own.map(({ id }) => id),
    );
    // Existing invoices are downloadable; whether one could still be issued is no personal data.
    const events = new Set(records.map(({ eventId }) => eventId));
    return { orders: records.map((order) => encodeAnswer(orderShapeSchema, withInvoice(order, events))) };
  },
  erase: ({ tx }, userId) => eraseFromHistory(tx, userId),
};

/** Erases the person's addresses from histories that belong to others; the rest of an entry stays. */
async function eraseFromHistory(tx: Work['tx'], userId: number): Promise<void> {
  const email = (await userById(tx, userId))?.email;
  if (!email) return;
  const { field, before, after } = orderAuditChanges;
  const placeholder = `deleted-${userId}`;
  for (const [name, column] of [
    ['before', before],
    ['after', after],
  ] as const)
    await tx
      .update(orderAuditChanges)
      .set({ [name]: placeholder })
      .where(and(inArray(field, ['buyer', 'email']), sql`lower(${column}) = lower(${email})`));
}

export const ordersModule = {
  name: 'orders',
  problems: orderProblems,
  routes: [
    ...ownOrderApi,
    ...orderListApi,
    ...adminOrderApi,
    ...participantApi,
    ...duplicateApi,
    ...duplicatePages,
    ...mailPreviewApi,
    ...mailPreviewPages,
    ...orderListPages,
    ...peoplePages,
    ...orderPagesOfAdmin,
    ...orderPages,
    ...soldArticlePages,
    ...voucherPreviewPages,
  ],
  factHandlers: () => orderHandlers,
  jobs: (deps) => [
    indexOrdersJob(deps),
    expireOrdersJob(deps),
    remindPendingJob(deps),
    remindTransfersJob(deps),
    refoldJob('participants')(deps),
  ],
  counters: orderCounters,
  gauges: orderGauges,
  mailTypes: (deps) => [...orderMailTypes(deps), ...memberMails(deps), handedOverMail(deps)],
  personalData: orderData,
  slots: (deps) => ({ pendingOrders: (viewer) => pendingOrdersOf(deps.read, viewer) }),
} satisfies ShopModule;
