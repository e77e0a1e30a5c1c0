import { zeroCents } from '#src/kernel/money.ts';
import type { CatalogPrice } from './catalog.ts';

/** A price that is being made: it has no id yet, and stands behind others of the same place. */
export const unsavedPrice: CatalogPrice = {
  id: Number.MAX_SAFE_INTEGER,
  price: zeroCents,
  availableFrom: null,
  availableTo: null,
  quantityTotal: 0,
  sold: 0,
  priceOrder: 1,
  onlyBuyableWithVoucher: false,
  hasWaitlist: false,
};
