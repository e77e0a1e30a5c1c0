/**
 * Why a code let nobody in: `unreadable` is none of ours at all, `forged` says something that we never signed, `foreign`
 * is a ticket of another event; `notListed` was good, but the device did not know it yet and said no.
 */
export const turnedAwayReasons = [
  'unreadable',
  'forged',
  'foreign',
  'replaced',
  'unpaid',
  'canceled',
  'notListed',
] as const;
export type TurnedAwayReason = (typeof turnedAwayReasons)[number];
