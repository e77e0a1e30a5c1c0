import { catalogOf, updateCompetition, updatePrice, updateQuota } from '#modules/events/index.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/platform/work.ts';
import { refuse } from '../rules/problems.ts';

/**
 * More places of a competition, of the price at which one would buy now, and of what it shares with others. Somebody waits for it, so they go to the line
 * and to nobody else. @throws Problem NOT_FOUND, WAITLIST_NO_PLACES when no price is on sale
 */
export async function addPlaces(
  work: Work,
  { eventId, competitionId, count }: { eventId: number; competitionId: number; count: number },
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const competition = catalog?.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  const open = competition.prices.filter((price) => isInWindow(price, work.now) && !price.onlyBuyableWithVoucher);
  const price = open.find(({ sold, quantityTotal }) => sold < quantityTotal) ?? open.at(-1);
  if (!price) return refuse('WAITLIST_NO_PLACES');
  const quota = catalog?.quotas.find(({ competitionIds }) => competitionIds.includes(competitionId));
  if (quota) await updateQuota(work, quota.id, { quotaTotal: quota.quotaTotal + count });
  await updateCompetition(work, competitionId, { totalTicketCount: competition.totalTicketCount + count });
  await updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
}
