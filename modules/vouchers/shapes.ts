import * as z from 'zod';
import { pickNamed } from '#src/kernel/pick.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { fromIso, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { CodeRow, TypeRow, TypeStatistics } from './read-management.ts';
import { givenCode, maxCodesAtOnce, prefixSchema } from './rules/codes.ts';
import { voucherStatuses, voucherTargets, voucherUnits, voucherUseTypes } from './rules/voucher.ts';
import { amountText, maxCents } from './rules/voucher-type.ts';

/** Amounts in cents, or percent with two decimals; instants ISO 8601; both ends of the validity inclusive. */
const id = z.int();
const iso = z.iso.datetime();
const someId = () => z.int().positive();
const moment = () => z.iso.datetime({ offset: true }).transform(fromIso).nullable();

const typeInput = z.object({
  eventId: someId(),
  name: z.string().overwrite(oneLine).min(1).max(200),
  prefix: prefixSchema,
  amount: z.number().min(0).max(maxCents),
  unit: z.enum(voucherUnits),
  target: z.enum(voucherTargets),
  useType: z.enum(voucherUseTypes),
  validFrom: moment(),
  validTo: moment(),
  competitionId: someId().nullable(),
  competitionPriceId: someId().nullable(),
  articleId: someId().nullable(),
  paidByPlatform: z
    .boolean()
    .describe('Whether the platform pays the discount to the organizer; only super admins may set it'),
});
/** Missing fields stay as they are. */
export const voucherTypeInput = typeInput.partial();
export type VoucherTypeInput = z.output<typeof voucherTypeInput>;
/** Missing fields get defaults. */
export const newVoucherTypeInput = voucherTypeInput.required({ eventId: true, name: true });
export type NewVoucherTypeInput = z.output<typeof newVoucherTypeInput>;

export const generateInput = z.object({ voucherTypeId: someId(), count: z.int().min(1).max(maxCodesAtOnce) });
export const codeInput = z.object({ voucherTypeId: someId(), code: givenCode });
export const codesInput = z.object({ codes: z.array(z.string().max(1000)).max(maxCodesAtOnce) });

const termsAnswer = {
  name: z.string(),
  amount: z.number(),
  unit: z.enum(voucherUnits),
  target: z.enum(voucherTargets),
  useType: z.enum(voucherUseTypes),
  eventId: id,
  competitionId: id.nullable(),
  articleId: id.nullable(),
};
export const voucherTypeAnswer = z.object({
  id,
  ...termsAnswer,
  prefix: z.string(),
  validFrom: iso.nullable(),
  validTo: iso.nullable(),
  competitionPriceId: id.nullable(),
  paidByPlatform: z.boolean(),
});
export const voucherAnswer = z.object({ id, code: z.string(), ...termsAnswer, status: z.enum(voucherStatuses) });
export const listedVoucherAnswer = voucherAnswer.extend({
  voucherTypeId: id,
  competitionPriceId: id.nullable(),
  createdAt: iso,
  useCount: id,
  discountAmount: id,
  orderIds: z.array(id),
});
export const statisticsAnswer = z.object({
  voucherTypeId: id,
  name: z.string(),
  codes: id,
  ready: id,
  used: id,
  deactivated: id,
  orders: id,
  discountAmount: id,
});

export const voucherTypeShape = ({ createdAt: _, ...type }: TypeRow): z.input<typeof voucherTypeAnswer> => ({
  ...type,
  amount: amountText(type.amount, type.unit),
  validFrom: toIsoOrNull(type.validFrom),
  validTo: toIsoOrNull(type.validTo),
});

type VoucherRow = Pick<CodeRow, keyof z.input<typeof voucherAnswer>>;
export const voucherShape = (voucher: VoucherRow): z.input<typeof voucherAnswer> => ({
  ...pickNamed(voucher, voucherAnswer.shape),
  amount: amountText(voucher.amount, voucher.unit),
});

export const listedVoucherShape = (row: CodeRow): z.input<typeof listedVoucherAnswer> => ({
  ...pickNamed(row, listedVoucherAnswer.shape),
  ...voucherShape(row),
  createdAt: toIso(row.createdAt),
  useCount: row.orderIds.length,
});

export const statisticsShape = ({ type, ...counts }: TypeStatistics): z.input<typeof statisticsAnswer> => ({
  voucherTypeId: type.id,
  name: type.name,
  ...counts,
});
