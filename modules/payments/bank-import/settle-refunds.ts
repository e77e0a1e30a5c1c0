import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { settleTransferRefund } from '../refunds/settle-transfers.ts';
import { transferSeen } from '../rules/facts.ts';
import { readPayoutReference } from '../rules/payout-reference.ts';
import type { DecidedLine } from './import-run.ts';

/**
 * Completes the refunds that debits name, alone or by their payment file. A payout that a line names is announced once,
 * with the first import of the line.
 */
export async function settleRefunds(
  work: Work,
  decided: readonly Pick<DecidedLine, 'line' | 'fingerprint' | 'before'>[],
): Promise<void> {
  for (const { line, fingerprint, before } of decided) {
    const { amount, isReversal, endToEndId, texts, bankReference } = line;
    const reference = [endToEndId ?? '', texts[0] ?? ''].join(' ').trim();
    if (reference === '') continue;
    const known = { reference, bankReference: bankReference ?? fingerprint };
    if (readPayoutReference(reference)) {
      if (!before) await work.announce(transferSeen({ ...known, amount }));
    } else if (amount < 0 && !isReversal) {
      await settleTransferRefund(work, { ...known, amount: cents(-amount) });
    }
  }
}
