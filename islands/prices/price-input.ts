import type { CatalogPrice } from '#modules/events/rules/catalog.ts';
import { unsavedPrice } from '#modules/events/rules/price-windows.ts';
import { type Instant, isCalendarDate, zonedInstant } from '#src/kernel/time.ts';
import { type Locale, parseDateTime, readCents } from '#src/ui/format.ts';

export type PriceDraft = Record<
  'price' | 'quantity' | 'availableFrom' | 'availableTo' | 'priceOrder' | 'onlyBuyableWithVoucher',
  string
>;
type Place = { locale: Locale; timeZone: string };

/** The price list with the current input; unreadable values keep the stored one. */
export function withInput(
  prices: readonly CatalogPrice[],
  priceId: number,
  input: PriceDraft,
  place: Place,
): CatalogPrice[] {
  const before = prices.find(({ id }) => id === priceId) ?? unsavedPrice;
  const moment = (text: string, saved: Instant | null, day: 'begins' | 'ends') => {
    if (text.trim() === '') return null;
    const wall = parseDateTime(text, place.locale, day);
    if (!wall || !isCalendarDate(wall.date)) return saved;
    return zonedInstant(wall.date, wall.hour, wall.minute, place.timeZone);
  };
  const whole = (text: string, saved: number) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : saved);
  const left = before.quantityTotal - before.sold;
  const after: CatalogPrice = {
    ...before,
    price: readCents(input.price, place.locale) ?? before.price,
    quantityTotal: before.sold + whole(input.quantity, left),
    availableFrom: moment(input.availableFrom, before.availableFrom, 'begins'),
    availableTo: moment(input.availableTo, before.availableTo, 'ends'),
    priceOrder: whole(input.priceOrder, before.priceOrder),
    onlyBuyableWithVoucher: input.onlyBuyableWithVoucher === 'true',
  };
  return before === unsavedPrice ? [...prices, after] : prices.map((price) => (price === before ? after : price));
}
