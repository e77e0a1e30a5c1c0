export type SimulatedTerminal = {
  /** 8 digits. */
  terminalId: string;
  methods: readonly string[];
  wallets: readonly string[];
  currencies: readonly string[];
};
export type SimulatedAccount = {
  /** Up to 8 digits. */
  customerId: string;
  user: string;
  password: string;
  terminals: readonly SimulatedTerminal[];
};

export const everyMethod = [
  'VISA',
  'MASTERCARD',
  'EPS',
  'GIROPAY',
  'SOFORT',
  'KLARNA',
  'IDEAL',
  'TWINT',
  'PAYPAL',
  'DIRECTDEBIT',
] as const;
export const everyWallet = ['APPLEPAY', 'GOOGLEPAY'] as const;

/** An account with one terminal for all methods in euros and francs. */
export const accountWithEverything = (login: {
  customerId: string;
  terminalId: string;
  user: string;
  password: string;
}): SimulatedAccount => ({
  customerId: login.customerId,
  user: login.user,
  password: login.password,
  terminals: [{ terminalId: login.terminalId, methods: everyMethod, wallets: everyWallet, currencies: ['EUR', 'CHF'] }],
});

/** The account of an HTTP Basic header; null: unknown. */
export function accountOf(
  accounts: readonly SimulatedAccount[],
  authorization: string | null,
): SimulatedAccount | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  const [user, password] = [text.slice(0, colon), text.slice(colon + 1)];
  return accounts.find((account) => colon > 0 && account.user === user && account.password === password) ?? null;
}

export const terminalOf = (account: SimulatedAccount, terminalId: string): SimulatedTerminal | null =>
  account.terminals.find((terminal) => terminal.terminalId === terminalId) ?? null;
