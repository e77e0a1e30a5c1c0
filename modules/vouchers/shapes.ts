import * as z from 'zod';
import { oneLine } from '#src/kernel/plain-text.ts';
import { fromIso } from '#src/kernel/time.ts';
import { cents, computed, instant } from '#src/web/answers.ts';
import type { CodeRow, TypeRow, TypeStatistics } from './read-management.ts';
import { givenCode, maxCodesAtOnce, prefixSchema } from './rules/codes.ts';
import { voucherStatuses, voucherTargets, voucherUnits, voucherUseTypes } from './rules/voucher.ts';
import { amountText, maxCents } from './rules/voucher-type.ts';

/** Amounts in cents, or percent with two decimals; instants ISO 8601; both ends of the validity inclusive. */
const id = z.int();
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
  amount: z.number().describe('In cents, or in percent with two decimals'),
  unit: z.enum(voucherUnits),
  target: z.enum(voucherTargets),
  useType: z.enum(voucherUseTypes),
  eventId: id,
  competitionId: id.nullable(),
  articleId: id.nullable(),
};
type Amount = Pick<TypeRow, 'amount' | 'unit'>;
const withAmount = <Row extends Amount>(row: Row) => ({ ...row, amount: amountText(row.amount, row.unit) });

export const voucherTypeAnswer = computed(
  z.object({
    id,
    ...termsAnswer,
    prefix: z.string(),
    validFrom: instant.nullable(),
    validTo: instant.nullable(),
    competitionPriceId: id.nullable(),
    paidByPlatform: z.boolean(),
  }),
  (type: TypeRow) => withAmount(type),
).meta({ id: 'VoucherType', description: 'Discount, validity and target of voucher codes' });
const voucherFields = z.object({ id, code: z.string(), ...termsAnswer, status: z.enum(voucherStatuses) });
export const voucherAnswer = computed(voucherFields, (voucher: Pick<CodeRow, keyof typeof voucherFields.shape>) =>
  withAmount(voucher),
).meta({ id: 'Voucher', description: 'Voucher code' });
export const listedVoucherAnswer = computed(
  voucherFields.extend({
    voucherTypeId: id,
    competitionPriceId: id.nullable(),
    createdAt: instant,
    useCount: z.int(),
    discountAmount: cents,
    orderIds: z.array(id),
  }),
  (row: CodeRow) => ({ ...withAmount(row), useCount: row.orderIds.length }),
).meta({ id: 'ListedVoucher', description: 'Voucher code and the orders that used it' });
export const statisticsAnswer = computed(
  z.object({
    voucherTypeId: id,
    name: z.string(),
    codes: z.int(),
    ready: z.int(),
    used: z.int(),
    deactivated: z.int(),
    orders: z.int(),
    discountAmount: cents,
  }),
  ({ type, ...counts }: TypeStatistics) => ({ voucherTypeId: type.id, name: type.name, ...counts }),
).meta({ id: 'VoucherStatistics', description: 'Use of the codes of a voucher type' });
