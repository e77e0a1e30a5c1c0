import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { accountMethod, giftCardMethod, type OnlineMethod } from '#src/kernel/payment-methods.ts';

/** Payment methods: online through the provider, transfer, gift card, or on a company's account (billed later). */
export type PaymentMethod = OnlineMethod | 'bank' | typeof giftCardMethod | typeof accountMethod;

type Installation = { hasBank: boolean; online: readonly OnlineMethod[] };

export function possibleMethods(
  event: Pick<CatalogEvent, 'paymentInAdvancePossible' | 'paymentMethods' | 'canceled' | 'companyAccounts'>,
  { hasBank, online }: Installation,
  takesGiftCards = false,
): PaymentMethod[] {
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

export const configuredMethods = (config: {
  saferpay: object | null;
  bank: object | null;
  paymentMethods: readonly OnlineMethod[];
}): Installation => ({ hasBank: config.bank !== null, online: config.saferpay ? config.paymentMethods : [] });

/** The device's own wallet first; wallets it cannot have are left out of the display. */
export function sortByDevice(methods: readonly PaymentMethod[], userAgent: string): PaymentMethod[] {
  const isMac = /\bMacintosh\b/.test(userAgent);
  const isApple = isMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent);
  const isOther = !isApple && /\b(Android|Windows|Linux|CrOS)\b/.test(userAgent);
  // Other browsers on a Mac show a QR code for a phone, which works but is not the likeliest method.
  const hasApplePay = isApple && !(isMac && /\b(Chrome|Firefox)\b/.test(userAgent));
  const wallet: PaymentMethod | null = hasApplePay ? 'applepay' : /\bAndroid\b/.test(userAgent) ? 'googlepay' : null;
  const offered = methods.filter((method) => method !== 'applepay' || !isOther);
  const rest = offered.length > 0 ? offered : methods;
  return [...rest.filter((method) => method === wallet), ...rest.filter((method) => method !== wallet)];
}
