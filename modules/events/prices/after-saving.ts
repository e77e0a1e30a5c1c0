import { cents } from '#src/kernel/money.ts';
import type { CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { inPriceOrder } from '../rules/price-windows.ts';
import { unsavedPrice } from '../rules/unsaved-price.ts';
import type { PriceInput } from '../shapes.ts';

/** A competition as it would be sold with this price saved; `price` null: a new one. */
export function afterSaving(
  competition: CatalogCompetition,
  price: CatalogPrice | null,
  input: PriceInput,
): CatalogCompetition {
  const before = price ?? unsavedPrice;
  const { quantity, baselineQuantity } = input;
  const left = before.quantityTotal - before.sold;
  const after: CatalogPrice = {
    ...before,
    price: cents(input.price ?? before.price),
    availableFrom: input.availableFrom === undefined ? before.availableFrom : input.availableFrom,
    availableTo: input.availableTo === undefined ? before.availableTo : input.availableTo,
    quantityTotal: before.quantityTotal + (quantity === undefined ? 0 : quantity - (baselineQuantity ?? left)),
    priceOrder: input.priceOrder ?? before.priceOrder,
    onlyBuyableWithVoucher: input.onlyBuyableWithVoucher ?? before.onlyBuyableWithVoucher,
  };
  const others = competition.prices.filter(({ id }) => id !== after.id);
  return { ...competition, prices: inPriceOrder([...others, after]) };
}

export const withoutPrice = (competition: CatalogCompetition, priceId: number): CatalogCompetition => ({
  ...competition,
  prices: competition.prices.filter(({ id }) => id !== priceId),
});
