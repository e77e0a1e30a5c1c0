/** Ways to pay at once, through the provider, in the order that people are offered them. */
export const onlineMethods = ['visa', 'mastercard', 'applepay', 'googlepay', 'eps', 'giropay', 'sofort'] as const;
export type OnlineMethod = (typeof onlineMethods)[number];

/** giropay ended on 31 December 2024, Sofort was retired as a brand in 2025: offered only where somebody asks for them. */
const retiredMethods: readonly OnlineMethod[] = ['giropay', 'sofort'];
export const usualMethods: readonly OnlineMethod[] = onlineMethods.filter((method) => !retiredMethods.includes(method));

export const isOnlineMethod = (text: string): text is OnlineMethod =>
  (onlineMethods as readonly string[]).includes(text);

/** Money that the organizer has in the till: it never reaches the platform, which neither pays it out nor gives it back. */
export const cashMethod = 'cash';
/** Somebody is billed for it later: the order is complete while its money is open. No money ever comes in under this name. */
export const accountMethod = 'account';
/** A gift card of the organizer, who got its money when it was sold: what it pays never reaches the platform either. */
export const giftCardMethod = 'giftcard';
/** Ways by which the organizer has the money already. */
export const organizersMethods: readonly string[] = [cashMethod, giftCardMethod];
export const isWithOrganizer = (method: string): boolean => organizersMethods.includes(method);

/** Brands are called the same in every language. */
export const methodNames: Readonly<Record<OnlineMethod, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
  eps: 'eps',
  giropay: 'giropay',
  sofort: 'Klarna Sofort',
};
