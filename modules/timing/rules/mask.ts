/** Visible characters of an address; the rest works like a password. */
const seen = 8;

export const masked = (address: string): string =>
  `${'*'.repeat(Math.max(0, address.length - seen))}${address.slice(-seen)}`;
export const maskedOrNull = (address: string | null): string | null => (address === null ? null : masked(address));

/** A masked value that comes back means unchanged. */
export const isMaskOf = (input: string, stored: string | null): boolean => stored !== null && input === masked(stored);
