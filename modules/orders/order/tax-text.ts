import { toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderItem } from '../rules/order-item.ts';
import { isTaxed, type taxesOf } from '../rules/taxes.ts';

/** What of a sum is tax of one rate, in a sentence. */
export const taxText = ({ rate, tax, gross }: ReturnType<typeof taxesOf>[number], i18n: Translator): string =>
  rate > 0
    ? i18n.t('orders.tax.included', { tax: i18n.money(tax), rate: i18n.number(toPercent(rate)) })
    : i18n.t('orders.tax.none', { sum: i18n.money(gross) });

/** What the total of an order is called. */
export const totalText = (items: readonly Pick<OrderItem, 'vat' | 'priceTotal'>[], i18n: Translator): string =>
  i18n.t(isTaxed(items) ? 'documents.order.total' : 'documents.order.totalUntaxed');
