import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { accountMethod, giftCardMethod, type OnlineMethod } from '#src/kernel/payment-methods.ts';

/**
 * How an order can be paid: at once through the provider, by transfer, with a gift card, or on a company's account, which is
 * billed later.
 */
export type PaymentMethod = OnlineMethod | 'bank' | typeof giftCardMethod | typeof accountMethod;

/** What this installation can do. */
type Installation = { hasBank: boolean; online: readonly OnlineMethod[] };

/** The methods that are possible for this event in this installation, in the order that people are offered them. */
export function possibleMethods(
  event: Pick<CatalogEvent, 'paymentInAdvancePossible' | 'paymentMethods' | 'canceled' | 'companyAccounts'>,
  { hasBank, online }: Installation,
  takesGiftCards = false,
): PaymentMethod[] {
  // Nobody pays for what does not take place.
  if (event.canceled) return [];
  const taken = online.filter((method) => event.paymentMethods === null || event.paymentMethods.includes(method));
  return [
    ...taken,
    ...(hasBank && event.paymentInAdvancePossible ? (['bank'] as const) : []),
    ...(hasBank && event.companyAccounts ? ([accountMethod] as const) : []),
    // Such a card was paid for already, whatever the event takes otherwise.
    ...(takesGiftCards ? ([giftCardMethod] as const) : []),
  ];
}

/** What the settings switch on; without a provider nothing is paid at once. */
export const installationOf = (config: {
  saferpay: object | null;
  bank: object | null;
  paymentMethods: readonly OnlineMethod[];
}): Installation => ({ hasBank: config.bank !== null, online: config.saferpay ? config.paymentMethods : [] });
