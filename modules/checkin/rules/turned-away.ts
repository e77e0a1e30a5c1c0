/**
 * `unreadable`: not one of our codes. `forged`: the MAC is wrong. `foreign`: another event. `notListed`: valid, but
 * unknown to the offline device.
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
