import type { Cents } from '#src/kernel/money.ts';

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
  /** Percent. */
  vat: number;
};
