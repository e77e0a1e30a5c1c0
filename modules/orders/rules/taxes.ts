import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';
import type { OrderItem } from './order-item.ts';

/**
 * The tax in a list of lines, one a rate, the highest first. Counted once on the sum of a
 * rate, as an invoice does it. Vouchers lower the sum of their rate.
 */
export function taxesOf(items: readonly Pick<OrderItem, 'vat' | 'priceTotal'>[]): {
  rate: BasisPoints;
  net: Cents;
  tax: Cents;
  gross: Cents;
}[] {
  const grossOf = new Map<BasisPoints, Cents>();
  for (const { vat, priceTotal } of items) grossOf.set(vat, cents((grossOf.get(vat) ?? 0) + priceTotal));
  return [...grossOf]
    .filter(([, gross]) => gross !== 0)
    .sort(([a], [b]) => b - a)
    .map(([rate, gross]) => {
      const net = netOfGross(gross, rate);
      return { rate, net, tax: cents(gross - net), gross };
    });
}

/** Whether any tax is in what is paid; donations and events of rate 0 have none. */
export const isTaxed = (items: Parameters<typeof taxesOf>[0]): boolean => taxesOf(items).some(({ rate }) => rate > 0);
