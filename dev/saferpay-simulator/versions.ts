/** Differences between versions of the interface. Versions are pairs of integers: 1.9 precedes 1.10. */
export const newestVersion = '1.53';

const minorOf = (version: string): number => Number(version.split('.')[1]);

export const isKnownVersion = (version: string): boolean =>
  /^1\.\d{1,2}$/.test(version) && minorOf(version) <= minorOf(newestVersion);

export const isAtLeast = (version: string, other: string): boolean => minorOf(version) >= minorOf(other);

export const behaviors = ['DO_NOT_RETRY', 'OTHER_MEANS', 'RETRY', 'RETRY_LATER'] as const;
export type Behavior = (typeof behaviors)[number];
/** Until 1.32 a permanent failure was ABORT. */
export const spellBehavior = (behavior: Behavior, version: string): string =>
  behavior === 'DO_NOT_RETRY' && !isAtLeast(version, '1.33') ? 'ABORT' : behavior;

export const returnsToOneAddress = (version: string): boolean => isAtLeast(version, '1.32');
export const notifiesByTwoAddresses = (version: string): boolean => isAtLeast(version, '1.24');
export const refundsCaptures = (version: string): boolean => isAtLeast(version, '1.10');
export const tellsCaptureInAssert = (version: string): boolean => isAtLeast(version, '1.11');
export const hasInquire = (version: string): boolean => isAtLeast(version, '1.11');
