/** Online payment methods in display order. */
export const onlineMethods = ['visa', 'mastercard', 'applepay', 'googlepay', 'eps', 'giropay', 'sofort'] as const;
export type OnlineMethod = (typeof onlineMethods)[number];

/** giropay ended on 31 December 2024, Sofort was retired as a brand in 2025: only on request. */
const retiredMethods: readonly OnlineMethod[] = ['giropay', 'sofort'];
export const usualMethods: readonly OnlineMethod[] = onlineMethods.filter((method) => !retiredMethods.includes(method));

export const isOnlineMethod = (text: string): text is OnlineMethod =>
  (onlineMethods as readonly string[]).includes(text);

/** Cash stays with the organizer: the platform neither pays it out nor refunds it. */
export const cashMethod = 'cash';
/** Invoiced later: the order is complete while it is unpaid. No payment has this method. */
export const accountMethod = 'account';
/** The organizer received the gift card's money when it was sold, so payments by it do not reach the platform. */
export const giftCardMethod = 'giftcard';
/** Methods whose money the organizer already has. */
export const organizersMethods: readonly string[] = [cashMethod, giftCardMethod];
export const isWithOrganizer = (method: string): boolean => organizersMethods.includes(method);

/** Brand names are the same in every language. */
export const methodNames: Readonly<Record<OnlineMethod, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
  eps: 'eps',
  giropay: 'giropay',
  sofort: 'Klarna Sofort',
};
