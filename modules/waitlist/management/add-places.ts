import { catalogOf, updateCompetition, updatePrice, updateQuota, updateVariant } from '#modules/events/index.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '../rules/problems.ts';
import { sizeIn } from '../rules/sizes.ts';
import type { WishOfList } from '../rules/wish.ts';

type WithPlaces = WishOfList & { eventId: number; count: number };

/**
 * More places of a competition, of the price at which one would buy now, and of what it shares with others; or at the price
 * that is named alone; or more pieces of a size. Somebody waits for them, so they go to the line and to nobody else.
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
  // What is short is the price alone; the competition has places, which are sold at others.
  if (priceId !== null) return updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
  const quota = catalog?.quotas.find(({ competitionIds }) => competitionIds.includes(competitionId));
  if (quota) await updateQuota(work, quota.id, { quotaTotal: quota.quotaTotal + count });
  await updateCompetition(work, competitionId, { totalTicketCount: competition.totalTicketCount + count });
  await updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
}
