import { catalogOf, saleFor } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isSelling } from '#modules/events/rules/place-holds.ts';
import { hasOfArticle, nameOf, type OrderRecord, peopleOf } from '#modules/orders/index.ts';
import { isOfferedFor, mayHaveMore, variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { hasSizeLists, type Size, sizeClosing } from './rules/sizes.ts';

export type OpenSize = Size & { participantId: number; name: string; least: number; most: number };

/** Reads nothing but the catalog if there are no lists. */
export async function openSizesOf(reader: Reader, order: OrderRecord, now: Instant): Promise<OpenSize[]> {
  if (order.event.offerHours === null || order.status === 'canceled') return [];
  const known = await catalogOf(reader, order.eventId);
  if (!known?.articles.some(hasSizeLists) || !isSelling(known.event, now)) return [];
  return openSizesIn(await saleFor(reader, known, null, now), order, now);
}

/** `catalog`: as on public sale. */
function openSizesIn(catalog: Catalog, order: OrderRecord, now: Instant): OpenSize[] {
  return catalog.articles.filter(hasSizeLists).flatMap((article) =>
    article.variants
      .filter((variant) => variantLeft(variant) === 0)
      .flatMap((variant) =>
        peopleOf(order).flatMap((seat): OpenSize[] => {
          const { id: participantId, competitionId } = seat.person;
          const booked = { orderId: order.id, competitionId, isLive: true };
          const of = { variantId: variant.id, orderId: order.id };
          const { least, most } = mayHaveMore(article, hasOfArticle(seat, article.id));
          const isOpen = isOfferedFor(article, competitionId) && sizeClosing(catalog, of, booked, now) === null;
          return isOpen && most > 0
            ? [{ article, variant, participantId, name: nameOf(seat.person), least, most }]
            : [];
        }),
      ),
  );
}
