import type { Instant } from '#src/kernel/time.ts';
import type { voucherTypes } from '../schema.ts';

/** Most specific first: of two in one unit on a line, the more specific wins. */
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
/** `single`: one order, one unit. `multi`: any number of orders, every unit. */
export const voucherUseTypes = ['single', 'multi'] as const;
export type VoucherUseType = (typeof voucherUseTypes)[number];
export const voucherStatuses = ['ready', 'used', 'deactivated'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

/** Plain data, passed to islands as it is. */
export type VoucherTerms = Omit<typeof voucherTypes.$inferSelect, 'id' | 'prefix' | 'paidByPlatform' | 'createdAt'>;

export type Voucher = VoucherTerms & {
  id: number;
  code: string;
  status: VoucherStatus;
};

/** Codes compare without case and spaces. */
export const foldCode = (code: string): string => code.normalize('NFKC').replace(/\s+/gu, '').toUpperCase();

export const isValid = ({ validFrom, validTo }: Pick<VoucherTerms, 'validFrom' | 'validTo'>, now: Instant): boolean =>
  (validFrom === null || validFrom <= now) && (validTo === null || now <= validTo);
