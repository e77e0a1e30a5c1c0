import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Translator } from '#src/texts/locale.ts';

/** Localized method; unknown ones keep their own name. */
export function methodLabel(i18n: Translator, method: string): string {
  const key = `payments.method.${method}`;
  return i18n.has(key) ? i18n.t(key) : method;
}

export const paidSoFar = (i18n: Translator, { amount, method, note }: OrderMoney['payments'][number]): string =>
  i18n.t('payments.paidSoFar', {
    amount: i18n.money(amount),
    method: [methodLabel(i18n, method), method === giftCardMethod ? note : ''].filter(Boolean).join(' '),
  });
