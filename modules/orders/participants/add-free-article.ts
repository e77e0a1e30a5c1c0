import type { Work } from '#src/data/work.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { addAudit } from '../add-audit.ts';
import { orderChanged } from '../rules/facts.ts';
import { articleForPerson, type NamedArticle, putArticle } from './put-article.ts';

/**
 * Gives a participant something from the stock for nothing; the order's sum stays.
 * @throws Problem RESERVING_ARTICLES_FAILED, VALIDATION_FAILED (also for an article of other competitions), NOT_FOUND (also for a canceled order)
 */
export async function addFreeArticle(work: Work, input: NamedArticle): Promise<void> {
  const { orderId, participantId, quantity, editorId } = input;
  const place = await articleForPerson(work.tx, input);
  const { name } = await putArticle(work, place, { quantity, unitPrice: zeroCents, isOffered: false });
  const changes = [{ participantId, field: 'article', before: null, after: `${quantity} × ${name}` }];
  await addAudit(work, { orderId, type: 'FreeArticleAdded', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
