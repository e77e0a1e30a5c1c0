import { and, eq, isNull } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { blockCard, cardOfId, dropCard } from '#modules/gift-cards/index.ts';
import { addAudit, orderOf } from '#modules/orders/index.ts';
import { takeBackArticle } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { postAnswered } from './mails.ts';
import { linesToAnswer } from './read-withdrawals.ts';
import { refuse } from './rules/problems.ts';
import { type Withdrawal, withdrawalLines, withdrawals } from './schema.ts';
import type { AnswerInput } from './shapes.ts';

/**
 * Answers a statement once, line by line: accepted articles are removed and refunded; buyer and sender are notified.
 * @throws Problem WITHDRAWAL_ANSWERED, WITHDRAWAL_ORDER_CHANGED, VALIDATION_FAILED for `other` without a note
 */
export async function answerWithdrawal(
  work: Work,
  { withdrawalId, editorId, lines, note }: AnswerInput & { withdrawalId: number; editorId: number },
): Promise<Withdrawal> {
  const { tx, now } = work;
  if (note === '' && lines.some(({ answer }) => answer === 'other')) refuseFields({ note: ['required'] });
  const [taken] = await tx
    .update(withdrawals)
    .set({ answeredAt: now, answeredBy: editorId, note })
    .where(and(eq(withdrawals.id, withdrawalId), isNull(withdrawals.answeredAt)))
    .returning();
  if (!taken) return refuse('WITHDRAWAL_ANSWERED');
  const order = taken.orderId === null ? null : await orderOf(tx, taken.orderId);
  const card = taken.giftCardId === null ? null : await cardOfId(tx, taken.giftCardId);
  const known = await linesToAnswer(tx, taken, order);
  const answerOf = new Map(lines.map(({ participantArticleId, answer }) => [participantArticleId, answer]));
  const isSame = answerOf.size === lines.length && known.length === lines.length;
  if (!isSame || known.some(({ participantArticleId }) => !answerOf.has(participantArticleId)))
    return refuse('WITHDRAWAL_ORDER_CHANGED');
  let goesBack: Cents = zeroCents;
  for (const { participantArticleId, name, quantity, amount, right: withdrawalRight } of known) {
    const answer = present(answerOf.get(participantArticleId), 'every line is answered');
    await tx
      .insert(withdrawalLines)
      .values({ withdrawalId, participantArticleId, name, quantity, amount, withdrawalRight, answer });
    if (answer !== 'accepted') continue;
    if (participantArticleId === null) {
      const given = present(card, 'it is of a card');
      await (given.issuedAt === null ? dropCard : blockCard)(work, given, { editorId });
      continue;
    }
    const orderId = present(order, 'lines are of an order').id;
    const back = await takeBackArticle(work, { orderId, participantArticleId, editorId });
    goesBack = cents(goesBack + (back ?? refuse('WITHDRAWAL_ORDER_CHANGED')).goesBack);
  }
  await tx.update(withdrawals).set({ goesBack }).where(eq(withdrawals.id, withdrawalId));
  const buyer = order ? (await userById(tx, order.userId))?.email : card?.buyerEmail;
  if (order) await addAudit(work, { orderId: order.id, type: 'Other', editorId, comment: 'withdrawal.answered' });
  if (buyer) await postAnswered(work, taken, 'buyer', buyer, order?.language ?? card?.language ?? taken.language);
  if (taken.email !== null && taken.email !== buyer)
    await postAnswered(work, taken, 'sender', taken.email, taken.language);
  return { ...taken, goesBack };
}
