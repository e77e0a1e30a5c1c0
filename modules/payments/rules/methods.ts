import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { accountMethod, giftCardMethod, type OnlineMethod } from '#src/kernel/payment-methods.ts';

/** Payment methods: online through the provider, transfer, gift card, or on a company's account (billed later). */
export type PaymentMethod = OnlineMethod | 'bank' | typeof giftCardMethod | typeof accountMethod;

type Installation = { hasBank: boolean; online: readonly OnlineMethod[] };

/** Possible methods of an event, in display order. */
export function possibleMethods(
  event: Pick<CatalogEvent, 'paymentInAdvancePossible' | 'paymentMethods' | 'canceled' | 'companyAccounts'>,
  { hasBank, online }: Installation,
  takesGiftCards = false,
): PaymentMethod[] {
  // A canceled event takes no payments.
  if (event.canceled) return [];
  const taken = online.filter((method) => event.paymentMethods === null || event.paymentMethods.includes(method));
  return [
    ...taken,
    ...(hasBank && event.paymentInAdvancePossible ? (['bank'] as const) : []),
    ...(hasBank && event.companyAccounts ? ([accountMethod] as const) : []),
    // Gift cards are prepaid, so the event's settings do not limit them.
    ...(takesGiftCards ? ([giftCardMethod] as const) : []),
  ];
}

/** Configured methods; online ones need a provider. */
export const installationOf = (config: {
  saferpay: object | null;
  bank: object | null;
  paymentMethods: readonly OnlineMethod[];
}): Installation => ({ hasBank: config.bank !== null, online: config.saferpay ? config.paymentMethods : [] });
