import type { ArticleRight } from '#modules/events/rules/withdrawal-right.ts';
import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';

/** Code of an `of` line with money that stays although its place or article went. */
export const retainedCode = 'place';

/** cp: cancellation protection; of: processing fee; sc: shipping. */
export type OrderItemKind = 'ticket' | 'article' | 'cp' | 'of' | 'sc' | 'voucher';
export type OrderItem = {
  kind: OrderItemKind;
  name: string;
  code: string | null;
  amount: number;
  price: Cents;
  priceBeforeTax: Cents;
  /** All units, gross; negative for vouchers. */
  priceTotal: Cents;
  vat: BasisPoints;
  /** Sold by the platform itself. */
  soldByPlatform?: boolean;
};

/** A line of `amount` units at a gross price. */
export function item(kind: OrderItemKind, name: string, amount: number, unit: Cents, vat: BasisPoints): OrderItem {
  const priceTotal = cents(unit * amount);
  const priceBeforeTax = netOfGross(priceTotal, vat);
  return { kind, name, code: null, amount, price: unit, priceBeforeTax, priceTotal, vat };
}

/** Tax by rate, highest first, computed once on the sum of each rate as on invoices. */
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

export const isTaxed = (items: Parameters<typeof taxesOf>[0]): boolean => taxesOf(items).some(({ rate }) => rate > 0);

/** Withdrawal right of an article line when ordered. A donation is no sale. */
export type LineRight = ArticleRight | 'none_donation';

/** In display order. */
export const lineRights = ['goods_14', 'service_14', 'custom_made', 'none_leisure', 'none_donation'] as const;

type Offered = { id: number; type: 'normal' | 'free' | 'donation'; withdrawalRight: ArticleRight };

/** Right of an article ordered now. */
export function rightOf(articles: readonly Offered[], articleId: number): LineRight {
  const article = articles.find(({ id }) => id === articleId);
  return article?.type === 'donation' ? 'none_donation' : (article?.withdrawalRight ?? 'goods_14');
}

/** Whether it can be withdrawn. */
export const isWithdrawable = (right: LineRight): right is 'goods_14' | 'service_14' =>
  right === 'goods_14' || right === 'service_14';
