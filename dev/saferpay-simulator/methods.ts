import { isAtLeast } from './versions.ts';

/**
 * `card`: typed, reserved and captured later. `bank`: paid when the payer returns. `account`: agreed on the method's page and
 * captured later.
 */
export type Family = 'card' | 'bank' | 'account';
type Method = { family: Family; name: string; since?: string; until?: string };

const methods: Readonly<Record<string, Method>> = {
  VISA: { family: 'card', name: 'VISA' },
  MASTERCARD: { family: 'card', name: 'Mastercard' },
  MAESTRO: { family: 'card', name: 'Maestro' },
  AMEX: { family: 'card', name: 'American Express' },
  DINERS: { family: 'card', name: 'Diners Club' },
  JCB: { family: 'card', name: 'JCB' },
  UNIONPAY: { family: 'card', name: 'UnionPay' },
  EPS: { family: 'bank', name: 'eps' },
  GIROPAY: { family: 'bank', name: 'giropay', until: '1.49' },
  SOFORT: { family: 'bank', name: 'Sofort', until: '1.49' },
  PAYDIREKT: { family: 'account', name: 'paydirekt', until: '1.49' },
  IDEAL: { family: 'bank', name: 'iDEAL' },
  BANCONTACT: { family: 'bank', name: 'Bancontact' },
  EPRZELEWY: { family: 'bank', name: 'Przelewy24' },
  BLIK: { family: 'bank', name: 'BLIK', since: '1.33' },
  WERO: { family: 'bank', name: 'Wero', since: '1.49' },
  KLARNA: { family: 'account', name: 'Klarna' },
  PAYPAL: { family: 'account', name: 'PayPal' },
  TWINT: { family: 'account', name: 'TWINT' },
  POSTFINANCE: { family: 'account', name: 'PostFinance', until: '1.49' },
  POSTFINANCEPAY: { family: 'account', name: 'PostFinance Pay', since: '1.33' },
  DIRECTDEBIT: { family: 'account', name: 'SEPA Direct Debit' },
};
const wallets: Readonly<Record<string, string>> = { APPLEPAY: 'Apple Pay', GOOGLEPAY: 'Google Pay' };
/** Payers may not return, so these methods need notifications. */
const needNotification = new Set(['EPS', 'GIROPAY', 'SOFORT', 'IDEAL', 'APPLEPAY']);

export const isWallet = (name: string): boolean => name in wallets;
export const familyOf = (name: string): Family => (isWallet(name) ? 'card' : (methods[name]?.family ?? 'account'));
export const nameOf = (name: string): string => methods[name]?.name ?? wallets[name] ?? name;

export const knowsMethod = (name: string, version: string): boolean => {
  const method = methods[name];
  if (!method) return false;
  return (!method.since || isAtLeast(version, method.since)) && (!method.until || !isAtLeast(version, method.until));
};

export type Wishes = {
  version: string;
  methods: readonly string[] | undefined;
  wallets: readonly string[] | undefined;
  canBeNotified: boolean;
  hasItems: boolean;
};
export type Offer = { methods: string[]; wallets: string[] };

/** The methods on the hosted page, in the terminal's order. */
export function offerOf(terminal: { methods: readonly string[]; wallets: readonly string[] }, wishes: Wishes): Offer {
  const isPossible = (name: string) =>
    (wishes.canBeNotified || !needNotification.has(name)) && (wishes.hasItems || name !== 'KLARNA');
  const all = terminal.methods.filter((name) => knowsMethod(name, wishes.version) && isPossible(name));
  const allWallets = terminal.wallets.filter((name) => isWallet(name) && isPossible(name));
  const requested = new Set(wishes.methods ?? []);
  // Since 1.35 one word stands for every brand of card.
  const isAnyCard = requested.has('CARD') && isAtLeast(wishes.version, '1.35');
  const found = all.filter((name) => requested.has(name) || (isAnyCard && familyOf(name) === 'card'));
  const foundWallets = allWallets.filter((name) => wishes.wallets?.includes(name));
  const isRestricted = requested.size > 0 || (wishes.wallets?.length ?? 0) > 0;
  if (!isRestricted) return { methods: all, wallets: allWallets };
  // A single method skips the choice, and the wallets.
  if (requested.size === 1 && found.length === 1) return { methods: found, wallets: [] };
  // Unknown names are ignored; without known ones all methods are offered.
  if (found.length + foundWallets.length === 0) return { methods: all, wallets: allWallets };
  return { methods: found, wallets: foundWallets };
}

/** What is missing for the methods: a notification address or the order's items; null: nothing. */
export function lackOf(wishes: Wishes): 'Notification' | 'Order.Items' | null {
  const requested = [...(wishes.methods ?? []), ...(wishes.wallets ?? [])];
  if (requested.length === 0) return null;
  if (!wishes.canBeNotified && requested.every((name) => needNotification.has(name))) return 'Notification';
  return !wishes.hasItems && requested.every((name) => name === 'KLARNA') ? 'Order.Items' : null;
}
