import {
  closeSettlement,
  makePayoutFile,
  payoutFileOf,
  returnPayout,
  settlePayoutFile,
} from '#modules/invoicing/index.ts';
import { payoutReference } from '#modules/payments/rules/payment-reference.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Happening } from './at.ts';
import { bookStatement, bookTransfers, type Transfer } from './orders.ts';

/**
 * Two settlements of the past race. The first payout succeeded; the second, for late payments, was returned by the bank and waits
 * for another file. Later payments wait for the next settlement.
 */
export function settlementsOfDemo(
  now: Instant,
  eventId: number,
  editorId: number,
  /** Filled by the orders, which come first. */
  late: readonly Transfer[],
): Happening[] {
  const ago = (count: number) => instant(now - days(count));
  const close = async ({ write, config }: Deps) => {
    await write((work) => closeSettlement(work, { eventId, editorId, seller: config.seller }));
  };
  let fileId = 0;
  const makeFile = async ({ write, config }: Deps) => {
    fileId = await write((work) => makePayoutFile(work, { payoutIds: 'all', bank: config.bank, editorId }));
  };
  const fileOf = async ({ read }: Deps) => present(await payoutFileOf(read, fileId), 'the demo made a file');
  /** The bank confirms the payout; its entry is separate, because jobs process the statement line later. */
  const pay = async (then: Deps) => {
    const { file } = await fileOf(then);
    const line = { amount: -file.sum, name: 'Sammelauftrag', iban: ourIban(then), text: file.messageId };
    await bookStatement(then, [line], editorId);
    await then.write((work) => settlePayoutFile(work, { fileId, bankReference: file.messageId, editorId: null }));
  };
  const comeBack = async (then: Deps) => {
    const { rows } = await fileOf(then);
    const { payout } = present(rows[0], 'a file has a payout');
    const text = payoutReference(then.config.paymentReferencePrefix, payout.id);
    const line = { amount: payout.amount, name: payout.name ?? '', iban: payout.iban ?? '', text: `Rückgabe ${text}` };
    await bookStatement(then, [line], editorId);
    await then.write((work) => returnPayout(work, { payoutId: payout.id, bankReference: text, editorId: null }));
  };
  return [
    { at: ago(30), happens: close },
    { at: ago(29), happens: makeFile },
    { at: ago(28), happens: pay },
    { at: ago(20), happens: (then) => bookTransfers(then, late.slice(0, -1), editorId) },
    { at: ago(16), happens: close },
    { at: ago(15), happens: makeFile },
    { at: ago(13), happens: pay },
    { at: ago(10), happens: comeBack },
    { at: ago(4), happens: (then) => bookTransfers(then, late.slice(-1), editorId) },
  ];
}

const ourIban = ({ config }: Deps): string => config.bank?.iban ?? '';
