import { catalogOf, updateCompetition, updatePrice, updateQuota, updateVariant } from '#modules/events/index.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '../rules/problems.ts';
import { sizeIn } from '../rules/sizes.ts';
import type { WishOfList } from '../rules/wish.ts';

type WithPlaces = WishOfList & { eventId: number; count: number };

/**
 * Adds places to a competition with its current price and quota, to one price only, or pieces to a size. They go to
 * the waiting list.
 * @throws Problem NOT_FOUND, WAITLIST_NO_PLACES when no price is on sale
 */
export async function addPlaces(work: Work, wanted: WithPlaces): Promise<void> {
  const { eventId, priceId, variantId, count } = wanted;
  const catalog = await catalogOf(work.tx, eventId);
  if (variantId !== null) {
    const { variant } = (catalog && sizeIn(catalog, variantId)) ?? refuse('NOT_FOUND');
    return updateVariant(work, variant.id, { availableAmount: variant.total - variant.sold + count });
  }
  const competition = catalog?.competitions.find(({ id }) => id === wanted.competitionId) ?? refuse('NOT_FOUND');
  const competitionId = competition.id;
  const open = competition.prices.filter((price) => isInWindow(price, work.now) && !price.onlyBuyableWithVoucher);
  const price =
    priceId === null
      ? (open.find(({ sold, quantityTotal }) => sold < quantityTotal) ?? open.at(-1))
      : open.find(({ id }) => id === priceId);
  if (!price) return refuse('WAITLIST_NO_PLACES');
  // Only the price is sold out; the competition has places at other prices.
  if (priceId !== null) return updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
  const quota = catalog?.quotas.find(({ competitionIds }) => competitionIds.includes(competitionId));
  if (quota) await updateQuota(work, quota.id, { quotaTotal: quota.quotaTotal + count });
  await updateCompetition(work, competitionId, { totalTicketCount: competition.totalTicketCount + count });
  await updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
}
