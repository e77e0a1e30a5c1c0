import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';

/** `voucher`: paid by the platform; `article`: sold by the platform. */
export const shareKinds = ['voucher', 'article'] as const;
export type ShareKind = (typeof shareKinds)[number];
/** Sum of one tax rate; negative after net reversals. */
export type ShareSum = { kind: ShareKind; rate: BasisPoints; amount: Cents };

export const sharesOf = (shares: readonly ShareSum[], kind: ShareKind): Cents =>
  cents(shares.filter((share) => share.kind === kind).reduce((sum, { amount }) => sum + amount, 0));
