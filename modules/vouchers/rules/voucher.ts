import type { Instant } from '#src/kernel/time.ts';
import type { voucherTypes } from '../schema.ts';

/** What a voucher works on, the most specific first: where two of one unit meet on a line, the more specific wins. */
export const voucherTargets = [
  'article',
  'competitionPrice',
  'competition',
  'participant',
  'event',
  'team',
  'order',
] as const;
export type VoucherTarget = (typeof voucherTargets)[number];
export const voucherUnits = ['fixed', 'percentage'] as const;
export type VoucherUnit = (typeof voucherUnits)[number];
/** `single`: once an order and ever, on one unit. `multi`: as often as one likes, on every unit. */
export const voucherUseTypes = ['single', 'multi'] as const;
export type VoucherUseType = (typeof voucherUseTypes)[number];
export const voucherStatuses = ['ready', 'used', 'deactivated'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

/** What all codes of a type have in common. Plain data: the island gets it as the server has it. */
export type VoucherTerms = Omit<typeof voucherTypes.$inferSelect, 'id' | 'prefix' | 'paidByPlatform' | 'createdAt'>;

/** A code that somebody holds. */
export type Voucher = VoucherTerms & {
  id: number;
  /** As it was given out. */
  code: string;
  status: VoucherStatus;
};

/** Codes compare without case and spaces. */
export const foldCode = (code: string): string => code.normalize('NFKC').replace(/\s+/gu, '').toUpperCase();

/** Now lies in its time. */
export const isValid = ({ validFrom, validTo }: Pick<VoucherTerms, 'validFrom' | 'validTo'>, now: Instant): boolean =>
  (validFrom === null || validFrom <= now) && (validTo === null || now <= validTo);
