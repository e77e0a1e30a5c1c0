import { cents } from '#src/kernel/money.ts';
import type { Work } from '#src/platform/work.ts';
import { settleTransferRefund } from '../refunds/settle-transfers.ts';
import type { DecidedLine } from './import-run.ts';

/** Money that left the account and names a refund, or a file of refunds: they have gone. */
export async function settleRefunds(work: Work, decided: readonly DecidedLine[]): Promise<void> {
  for (const { line, fingerprint } of decided) {
    const { amount, isReversal, endToEndId, texts, bankReference } = line;
    if (amount >= 0 || isReversal) continue;
    const reference = [endToEndId ?? '', texts[0] ?? ''].join(' ').trim();
    if (reference === '') continue;
    await settleTransferRefund(work, {
      reference,
      amount: cents(-amount),
      bankReference: bankReference ?? fingerprint,
    });
  }
}
