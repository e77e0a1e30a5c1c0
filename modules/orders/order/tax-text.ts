import { toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderItem } from '../rules/order-item.ts';
import { isTaxed, type taxesOf } from '../rules/taxes.ts';

/** What of a sum is tax of one rate, in a sentence. */
export const taxText = ({ rate, tax, gross }: ReturnType<typeof taxesOf>[number], words: Translator): string =>
  rate > 0
    ? words.t('orders.tax.included', { tax: words.money(tax), rate: words.number(toPercent(rate)) })
    : words.t('orders.tax.none', { sum: words.money(gross) });

/** What the total of an order is called. */
export const totalText = (items: readonly Pick<OrderItem, 'vat' | 'priceTotal'>[], words: Translator): string =>
  words.t(isTaxed(items) ? 'documents.order.total' : 'documents.order.totalUntaxed');
