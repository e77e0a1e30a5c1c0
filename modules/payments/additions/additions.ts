import { asc, eq, lte } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import {
  type AddedArticle,
  additionEnd,
  type OrderRecord,
  orderStateOf,
  takeOffArticle,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { unpaidAdditions } from '../schema.ts';
import { settleTotal } from '../settle-total.ts';
import { addedBehind } from './read-due.ts';

/** Settles the order's money after an article was added: sets the payment deadline and tells the buyer how to pay. */
export async function settleAddition(work: Work, added: AddedArticle & { editorId: number }): Promise<void> {
  const { orderId, participantId, participantArticleId, name, quantity, difference } = added;
  const { open, goesBack, order } = await settleTotal(work, added);
  if (mustBePaidInTime(order, { difference, open })) await setDeadline(work, participantArticleId, order);
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleAdded',
    uniqueKey: `ArticleAdded|${participantArticleId}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, participantArticleId, name, quantity, difference, goesBack },
    orderId,
  });
}

/** A paid order was extended by something that is not paid and on no company's account. */
export const mustBePaidInTime = (
  order: Pick<OrderRecord, 'status' | 'paymentMethod'>,
  { difference, open }: { difference: Cents; open: Cents },
): boolean => difference > 0 && open > 0 && isPaidStatus(order.status) && order.paymentMethod !== accountMethod;

export async function setDeadline(work: Work, participantArticleId: number, order: OrderRecord): Promise<void> {
  const dueAt = additionEnd(order.event, work.now);
  await work.tx.insert(unpaidAdditions).values({ participantArticleId, orderId: order.id, dueAt });
}

type TakeBack = Pick<AddedArticle, 'orderId' | 'participantArticleId'> & { editorId: number };

/**
 * Removes an article that the buyer withdraws from. Returns the cents to refund; null when there is nothing to remove.
 */
export async function takeBackArticle(
  work: Work,
  { orderId, participantArticleId, editorId }: TakeBack,
): Promise<{ goesBack: Cents } | null> {
  await work.tx.delete(unpaidAdditions).where(eq(unpaidAdditions.participantArticleId, participantArticleId));
  const why = { comment: 'article.withdrawn', editorId } as const;
  const removed = await takeOffArticle(work, { orderId, participantArticleId, why });
  if (!removed) return null;
  const { goesBack } = await settleTotal(work, { orderId, difference: removed.difference, editorId });
  return { goesBack };
}

/** Removes additions that were not paid in time. Safe to run in several processes. */
export const takeOffUnpaidJob = ({ write, read, clock }: Pick<Deps, 'write' | 'read' | 'clock'>): Job => ({
  name: 'take-off-unpaid-additions',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const due = await read
      .select({ id: unpaidAdditions.participantArticleId })
      .from(unpaidAdditions)
      .where(lte(unpaidAdditions.dueAt, clock()))
      .orderBy(asc(unpaidAdditions.dueAt), asc(unpaidAdditions.participantArticleId))
      .limit(maxAtOnce);
    for (const { id } of due) await write((work) => endAddition(work, id));
    return due.length === maxAtOnce;
  },
});
const maxAtOnce = 50;

/** The deadline is over: a paid addition stays, an unpaid one is removed. */
async function endAddition(work: Work, participantArticleId: number): Promise<void> {
  const { tx } = work;
  const isIt = eq(unpaidAdditions.participantArticleId, participantArticleId);
  const [due] = await tx.select().from(unpaidAdditions).where(isIt);
  if (!due) return;
  const { orderId } = due;
  const isUnpaid = await isOpen(work, orderId, participantArticleId);
  await tx.delete(unpaidAdditions).where(isIt);
  const why = { comment: 'article.notPaid', editorId: null } as const;
  const removed = isUnpaid ? await takeOffArticle(work, { orderId, participantArticleId, why }) : null;
  if (!removed) return;
  const { difference, participantId, name, quantity } = removed;
  const { goesBack, order } = await settleTotal(work, { orderId, difference, editorId: null });
  const buyer = present(await userById(tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleTakenOff',
    uniqueKey: `ArticleTakenOff|${participantArticleId}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, name, quantity, difference, goesBack },
    orderId,
  });
}

async function isOpen({ tx }: Work, orderId: number, participantArticleId: number): Promise<boolean> {
  const order = await orderStateOf(tx, orderId);
  if (!order || !isPaidStatus(order.status)) return false;
  const { open } = await moneyOfOrder(tx, order);
  return open > (await addedBehind(tx, orderId, participantArticleId));
}
