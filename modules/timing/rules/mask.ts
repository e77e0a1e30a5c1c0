/** Of an address that is a password: so much of it may be seen. */
const seen = 8;

export const masked = (address: string): string =>
  `${'*'.repeat(Math.max(0, address.length - seen))}${address.slice(-seen)}`;
export const maskedOrNull = (address: string | null): string | null => (address === null ? null : masked(address));

/** What somebody sends back as it was shown to them means that it stays. */
export const isMaskOf = (typed: string, stored: string | null): boolean => stored !== null && typed === masked(stored);
