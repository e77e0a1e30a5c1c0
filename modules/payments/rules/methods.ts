import type { CatalogEvent } from '#modules/events/rules/catalog.ts';

/** How an order can be paid here. Cards and wallets join with the provider. */
export const paymentMethods = ['bank'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods that are possible for this event in this installation, the usual one first. */
export const possibleMethods = (
  event: Pick<CatalogEvent, 'paymentInAdvancePossible'>,
  installation: { hasBank: boolean },
): PaymentMethod[] => (installation.hasBank && event.paymentInAdvancePossible ? ['bank'] : []);

/** What stands before the order number in the text of a transfer. */
export const referencePrefix = 'SB';
