import { touchEvent } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { voucherTypeOf } from './read-management.ts';
import { refuse } from './rules/problems.ts';
import { foldCode } from './rules/voucher.ts';
import { vouchers } from './schema.ts';
import { type Editor, noteCodes } from './write-history.ts';

/**
 * Makes one code that somebody chose, and answers its id.
 * @throws Problem NOT_FOUND, INVALID_VOUCHER_CODE_EXISTS when the event has one that compares equal
 */
export async function createCode(
  work: Work,
  { voucherTypeId, code }: { voucherTypeId: number; code: string },
  editor: Editor,
): Promise<number> {
  const type = (await voucherTypeOf(work.tx, voucherTypeId)) ?? refuse('NOT_FOUND');
  const { eventId } = type;
  const [made] = await work.tx
    .insert(vouchers)
    .values({ typeId: voucherTypeId, eventId, code, folded: foldCode(code), createdAt: work.now })
    .onConflictDoNothing({ target: [vouchers.folded, vouchers.eventId] })
    .returning({ id: vouchers.id });
  if (!made) return refuse('INVALID_VOUCHER_CODE_EXISTS', { code });
  await noteCodes(work, editor, type, 'Created', [code]);
  await touchEvent(work, eventId);
  return made.id;
}
