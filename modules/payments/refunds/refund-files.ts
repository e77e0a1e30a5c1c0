import { and, eq, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm';
import type { BankConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { sumCents } from '#src/kernel/money.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import { nextTargetDay } from '../rules/target-days.ts';
import { refundFiles, refunds } from '../schema.ts';

/** A bank takes more, but a person should still be able to look through what is paid. */
const maxPerFile = 2000;

/** Transfers that a file may take: their account is known and not `ours`, and no file has them. */
const isPayableFrom = (ours: string) =>
  and(
    eq(refunds.way, 'transfer'),
    eq(refunds.status, 'pending'),
    isNull(refunds.fileId),
    isNotNull(refunds.iban),
    ne(refunds.iban, ours),
  );

type MakeRefundFile = { refundIds: readonly number[] | 'all'; bank: BankConfig | null; editorId: number };

/**
 * Puts waiting transfers into a file for the bank. Each is in one file only, all that were named or none.
 * @throws Problem CANT_CREATE_PAIN_XML_INFO without an account of ours, without any transfer, or when one of them cannot
 *   be paid (any more)
 */
export async function makeRefundFile(work: Work, { refundIds, bank, editorId }: MakeRefundFile): Promise<number> {
  const { tx, now } = work;
  if (!bank) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'noAccount' });
  const isPayable = isPayableFrom(bank.iban);
  const chosen = refundIds === 'all' ? isPayable : and(isPayable, inArray(refunds.id, [...new Set(refundIds)]));
  const rows = await tx.select().from(refunds).where(chosen).orderBy(refunds.id).limit(maxPerFile);
  if (rows.length === 0) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'nothing' });
  if (refundIds !== 'all' && rows.length !== new Set(refundIds).size) {
    return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'meanwhile' });
  }
  const today = dateIn(now, defaultTimeZone);
  const [last] = await tx.select({ id: max(refundFiles.id) }).from(refundFiles);
  const [file] = await tx
    .insert(refundFiles)
    .values({
      messageId: `${bank.referencePrefix}-REFUND-${today.replaceAll('-', '')}-${(last?.id ?? 0) + 1}`,
      count: rows.length,
      sum: sumCents(rows.map(({ amount }) => amount)),
      executionDate: nextTargetDay(today),
      editorId,
      createdAt: now,
    })
    .returning({ id: refundFiles.id });
  const fileId = present(file, 'a file that was made has a number').id;
  const taken = await tx
    .update(refunds)
    .set({ fileId })
    .where(
      and(
        isPayable,
        inArray(
          refunds.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .returning({ id: refunds.id });
  assert(taken.length === rows.length, 'what was payable a moment ago is so still');
  return fileId;
}
