import { and, eq, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm';
import type { BankConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { sumCents } from '#src/kernel/money.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone, translatorFor } from '#src/texts/locale.ts';
import { type PainVersion, pain001 } from '../rules/pain-001.ts';
import { refundReference } from '../rules/payment-reference.ts';
import { refuse } from '../rules/problems.ts';
import { nextTargetDay } from '../rules/target-days.ts';
import { refundFiles, refunds } from '../schema.ts';
import type { ListedRefund, RefundFile } from './read-refund-lists.ts';

/** Banks accept more, but a person should be able to check a file. */
const maxPerFile = 2000;

/** Transfers without a file whose account is known and not `ours`. */
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
 * Creates a payment file of waiting transfers: all that were named or none, each in one file only.
 * @throws Problem CANT_CREATE_PAIN_XML_INFO without a configured account, without transfers, or when one of them is not
 * payable
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

export function refundFileText(
  { file, rows }: { file: RefundFile; rows: readonly ListedRefund[] },
  { bank, version }: { bank: BankConfig; version: PainVersion },
): string {
  return pain001({
    version,
    messageId: file.messageId,
    createdAt: file.createdAt,
    executionDate: file.executionDate,
    debtor: { name: bank.payee, iban: bank.iban, bic: bank.bic },
    transfers: rows.map(({ refund, language, eventTitle }) => ({
      endToEndId: refundReference(bank.referencePrefix, refund.orderId, refund.id),
      amount: refund.amount,
      name: refund.accountHolder ?? '',
      iban: present(refund.iban, 'a refund in a file has an account'),
      bic: refund.bic,
      text: translatorFor(language).t('refunds.statement', { orderNumber: String(refund.orderId), event: eventTitle }),
    })),
  });
}
