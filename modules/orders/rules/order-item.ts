import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';

/** ticket · article · cp cancellation protection · of processing fee · sc shipping · voucher. */
export type OrderItemKind = 'ticket' | 'article' | 'cp' | 'of' | 'sc' | 'voucher';
export type OrderItem = {
  kind: OrderItemKind;
  name: string;
  code: string | null;
  amount: number;
  /** One unit, gross. */
  price: Cents;
  priceBeforeTax: Cents;
  /** All units, gross; negative for a voucher. */
  priceTotal: Cents;
  vat: BasisPoints;
  /** The platform sells it itself. */
  soldByPlatform?: boolean;
};

/** A line of `amount` units, gross, with its tax. */
export function item(kind: OrderItemKind, name: string, amount: number, unit: Cents, vat: BasisPoints): OrderItem {
  const priceTotal = cents(unit * amount);
  const priceBeforeTax = netOfGross(priceTotal, vat);
  return { kind, name, code: null, amount, price: unit, priceBeforeTax, priceTotal, vat };
}
