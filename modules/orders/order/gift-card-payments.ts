import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { mainOrganizer } from '../words.ts';

/** What gift cards paid of an order, each by the end of its code. The order itself names only the way that paid it last. */
export const giftCardFacts = ({ payments }: Pick<OrderMoney, 'payments'>, { t, money }: Translator) =>
  payments
    .filter(({ method }) => method === giftCardMethod)
    .map(({ amount, note }) => ({
      label: t('orders.payment.giftCard', { card: note }),
      value: money(amount),
    }));

/** The same for papers and mails. Orders of organizers that never sold a card are asked for none. */
export async function giftCardFactsOf(
  deps: Pick<Deps, 'orderMoney'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<ReturnType<typeof giftCardFacts>> {
  return mainOrganizer(order)?.takesGiftCards ? giftCardFacts(await deps.orderMoney(order), i18n) : [];
}
