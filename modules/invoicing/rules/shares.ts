import { type BasisPoints, type Cents, cents } from '#src/kernel/money.ts';

/** `voucher`: what a voucher took off that the platform pays; `article`: what the platform sold itself. */
export const shareKinds = ['voucher', 'article'] as const;
export type ShareKind = (typeof shareKinds)[number];
/** Of a tax rate, added up; below 0 where more went back than came. */
export type ShareSum = { kind: ShareKind; rate: BasisPoints; amount: Cents };

export const sharesOf = (shares: readonly ShareSum[], kind: ShareKind): Cents =>
  cents(shares.filter((share) => share.kind === kind).reduce((sum, { amount }) => sum + amount, 0));
