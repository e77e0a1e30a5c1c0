import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Translator } from '#src/texts/locale.ts';

/** A way to pay as people call it; what we do not know keeps its own name. */
export function methodLabel(words: Translator, method: string): string {
  const key = `payments.method.${method}`;
  return words.has(key) ? words.t(key) : method;
}

/** A payment that came in so far of an order that is not paid yet. */
export const paidSoFar = (words: Translator, { amount, method, note }: OrderMoney['payments'][number]): string =>
  words.t('payments.paidSoFar', {
    amount: words.money(amount),
    method: [methodLabel(words, method), method === giftCardMethod ? note : ''].filter(Boolean).join(' '),
  });
