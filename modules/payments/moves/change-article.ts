import * as z from 'zod';
import { userById } from '#modules/accounts/index.ts';
import {
  type ArticleChange,
  adminOrderAnswer,
  adminOrderShapeSchema,
  changeArticle,
  loadManagedOrder,
} from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { api } from '#src/web/http.ts';
import { settleTotal } from '../settle-total.ts';

/**
 * Changes articles and settles the price difference: a surcharge is open until it is paid, a reduction is refunded. The buyer is
 * notified.
 * @throws Problem those of `changeArticle`
 */
export async function changeBookedArticle(work: Work, input: ArticleChange): Promise<void> {
  const { orderId, participantId, editorId } = input;
  const { before, after, difference } = await changeArticle(work, input);
  const { goesBack, order } = await settleTotal(work, { orderId, editorId, difference });
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleChanged',
    uniqueKey: `ArticleChanged|${participantId}|${work.now}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, before, after, difference, goesBack },
    orderId,
  });
}

const pieces = z.object({
  articleId: z.int().positive(),
  variantId: z.int().positive(),
  quantity: z.int().min(1).max(100),
});

export const changeArticleByApi = api(
  {
    method: 'post',
    path: '/api/admin/orders/{orderId}/articles/change',
    may: 'order.manage',
    refuses: [
      'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS',
      'ORDERED_NOT_ENOUGH_ARTICLES',
      'ORDERED_TOO_MANY_ARTICLES',
      'RESERVING_ARTICLES_FAILED',
    ],
    summary:
      'Changes an article of a participant: `from` and `to` swap, `from` alone takes off, `to` alone adds. A higher price leaves an open amount; a lower price is refunded.',
    load: loadManagedOrder,
    body: z
      .object({
        participantId: z.int().positive(),
        from: pieces.optional().describe('Pieces that the participant has'),
        to: pieces
          .extend({ unitPrice: z.int().min(0).max(100_000_00).optional().describe('Cents, for a donation') })
          .optional(),
        keepsPrice: z.boolean().optional().describe('true: neither an extra charge nor a refund'),
      })
      .refine(({ from, to }) => from !== undefined || to !== undefined, { path: ['to'], error: 'required' }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, record: orderId, body }) => {
    const { to, ...change } = body;
    const unitPrice = to?.unitPrice === undefined ? undefined : cents(to.unitPrice);
    const input = { ...change, orderId, editorId: viewer.userId, to: to && { ...to, unitPrice } };
    await deps.write((work) => changeBookedArticle(work, input));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);
