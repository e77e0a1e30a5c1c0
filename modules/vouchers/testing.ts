import type { Work } from '#src/data/work.ts';
import { foldCode, type VoucherTerms } from './rules/voucher.ts';
import { vouchers, voucherTypes } from './schema.ts';

export async function makeVoucher(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  eventId: number,
  code: string,
  terms: Partial<Omit<VoucherTerms, 'eventId'>> & {
    used?: boolean;
    deactivated?: boolean;
    paidByPlatform?: boolean;
  } = {},
): Promise<{ voucherTypeId: number; voucherId: number }> {
  const { used = false, deactivated = false, ...type } = terms;
  const [made] = await tx
    .insert(voucherTypes)
    .values({ eventId, name: 'Gutschein', ...type, createdAt: now })
    .returning({ id: voucherTypes.id });
  const voucherTypeId = made?.id ?? 0;
  const [voucher] = await tx
    .insert(vouchers)
    .values({ typeId: voucherTypeId, eventId, code, folded: foldCode(code), used, deactivated, createdAt: now })
    .returning({ id: vouchers.id });
  return { voucherTypeId, voucherId: voucher?.id ?? 0 };
}
