/** Settings of an event that are on or off. Its record, what calls take and what they answer follow from here. */
export const publicFlags = [
  'canceled',
  'soldOut',
  'visible',
  'visibleViaLink',
  'needsName',
  'needsContactAddress',
  'allowDifferentDeliveryAddress',
  'adoptTeamEmail',
  'paymentInAdvancePossible',
  'useAlternateTranslation',
  'generateInvoice',
] as const;
/** Answered to those who manage the event alone. */
export const managedFlags = [
  'asksClub',
  'needsBibForMail',
  'noChangelink',
  'newTicketForNewEmail',
  'offersNewsletter',
  'cashAtDesk',
  'companyAccounts',
] as const;
export const eventFlags = [...publicFlags, ...managedFlags] as const;

export type EventFlag = (typeof eventFlags)[number];

/** Something for each of these flags. */
export const eachFlag = <Flag extends EventFlag, T>(flags: readonly Flag[], of: (flag: Flag) => T) =>
  Object.fromEntries(flags.map((flag) => [flag, of(flag)])) as Record<Flag, T>;
