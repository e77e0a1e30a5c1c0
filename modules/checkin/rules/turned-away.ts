/** `unreadable`: no code of this product. `notListed`: valid, but unknown to the offline device. */
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
