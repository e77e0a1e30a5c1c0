import { type PainVersion, pain001 } from '#modules/payments/rules/pain-001.ts';
import { payoutReference } from '#modules/payments/rules/payout-reference.ts';
import type { BankConfig } from '#src/config/config.ts';
import { present } from '#src/kernel/assert.ts';
import type { ListedPayout, PayoutFile } from './read-payouts.ts';

/** Rebuilt on each request; payouts in a file do not change. */
export function payoutFileText(
  { file, rows }: { file: PayoutFile; rows: readonly ListedPayout[] },
  { bank, version }: { bank: BankConfig; version: PainVersion },
): string {
  return pain001({
    version,
    messageId: file.messageId,
    createdAt: file.createdAt,
    executionDate: file.executionDate,
    debtor: { name: bank.payee, iban: bank.iban, bic: bank.bic },
    transfers: rows.map(({ payout }) => ({
      endToEndId: payoutReference(bank.referencePrefix, payout.id),
      amount: payout.amount,
      name: payout.name ?? '',
      iban: present(payout.iban, 'a payout in a file has an account'),
      bic: payout.bic,
      text: payout.text ?? '',
    })),
  });
}
