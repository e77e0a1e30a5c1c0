import { cents } from '#src/kernel/money.ts';
import type { Work } from '#src/platform/work.ts';
import { settleTransferRefund } from '../refunds/settle-transfers.ts';
import { transferSeen } from '../rules/facts.ts';
import { readPayoutReference } from '../rules/payout-reference.ts';
import type { DecidedLine } from './import-run.ts';

/**
 * Money that left the account and names a refund, or a file of refunds: they have gone. What names a payout, going or
 * coming back, is announced to whoever pays out.
 */
export async function settleRefunds(work: Work, decided: readonly DecidedLine[]): Promise<void> {
  for (const { line, fingerprint } of decided) {
    const { amount, isReversal, endToEndId, texts, bankReference } = line;
    const reference = [endToEndId ?? '', texts[0] ?? ''].join(' ').trim();
    if (reference === '') continue;
    const known = { reference, bankReference: bankReference ?? fingerprint };
    if (readPayoutReference(reference)) await work.announce(transferSeen({ ...known, amount }));
    else if (amount < 0 && !isReversal) await settleTransferRefund(work, { ...known, amount: cents(-amount) });
  }
}
