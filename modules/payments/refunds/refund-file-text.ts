import type { BankConfig } from '#src/config/config.ts';
import { present } from '#src/kernel/assert.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type PainVersion, pain001 } from '../rules/pain-001.ts';
import { refundReference } from '../rules/refund-reference.ts';
import type { ListedRefund, RefundFile } from './read-refund-lists.ts';

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
