/** Boolean settings; columns, inputs and answers derive from these lists. */
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
/** Answered to managers only. */
export const managedFlags = [
  'asksClub',
  'needsBibForMail',
  'noChangelink',
  'newTicketForNewEmail',
  'offersNewsletter',
  'cashAtDesk',
  'companyAccounts',
  'buyersMayChange',
  'groupRegistration',
] as const;
export const eventFlags = [...publicFlags, ...managedFlags] as const;

/** How participants are asked for a field; rules of a competition may need it all the same. */
export const asksLevels = ['no', 'optional', 'required'] as const;
export type Asks = (typeof asksLevels)[number];
export const askSettings = ['asksBirthDate', 'asksGender'] as const;
export type AskSetting = (typeof askSettings)[number];

export type EventFlag = (typeof eventFlags)[number];

export const eachFlag = <Flag extends EventFlag | AskSetting, T>(flags: readonly Flag[], of: (flag: Flag) => T) =>
  Object.fromEntries(flags.map((flag) => [flag, of(flag)])) as Record<Flag, T>;
