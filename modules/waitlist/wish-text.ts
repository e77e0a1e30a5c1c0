import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { nameOf, type OrderRecord, orderOf, participantsOf } from '#modules/orders/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator, Values } from '#src/texts/locale.ts';
import type { Wish } from './rules/entry-state.ts';
import { priceOfSize, type Size, sizeIn } from './rules/sizes.ts';
import { type Entry, isForSize } from './schema.ts';

type Named = { competition: string; price: Cents | null; size: string | null; variantId: number | null };

export function wishText({ competition, price, size, variantId }: Named, i18n: Translator): string {
  if (variantId !== null) return size ?? i18n.t('waitlist.size.gone');
  return price === null ? competition : i18n.t('waitlist.wish', { competition, price: i18n.money(price) });
}

export function describeWish(catalog: Catalog, { competitionId, priceId, variantId }: Wish, i18n: Translator): string {
  const competition = catalog.competitions.find(({ id }) => id === competitionId);
  const price = competition?.prices.find(({ id }) => id === priceId)?.price ?? null;
  const size = sizeIn(catalog, variantId);
  return wishText({ competition: competition?.title ?? '', price, size: size && sizeName(size), variantId }, i18n);
}

export const sizeName = ({ article, variant }: Size): string =>
  variant.name ? `${article.name}, ${variant.name}` : article.name;

/** `isBuyers`: its mailbox is the buyer's, who may have changed. */
export type SizeSummary = {
  order: OrderRecord;
  name: string;
  price: Cents | null;
  isBuyers: boolean;
  isThere: boolean;
};

/** Null: an entry for places, or its order is gone. */
export async function sizeSummary(reader: Reader | Tx, catalog: Catalog, entry: Entry): Promise<SizeSummary | null> {
  const order = isForSize(entry) ? await orderOf(reader, entry.orderId) : null;
  if (!order) return null;
  const person = participantsOf(order).find(({ id }) => id === entry.participantId);
  const size = sizeIn(catalog, entry.variantId);
  const price = size && priceOfSize(size.article, entry.places);
  const buyer = await userById(reader, order.userId);
  const isThere = person?.orderedArticleVariants.some(({ variantId }) => variantId === entry.variantId) ?? false;
  return { order, name: person ? nameOf(person) : '', price, isBuyers: buyer?.email === entry.email, isThere };
}

/** Texts for sizes override the general ones under `waitlist.size.`. */
export function sizeTranslator({ variantId }: Pick<Entry, 'variantId'>, { t, has }: Translator) {
  return (key: MessageKey, values?: Values): string => {
    const own = key.replace(/^waitlist\./, 'waitlist.size.');
    return t(variantId !== null && has(own) ? own : key, values);
  };
}
