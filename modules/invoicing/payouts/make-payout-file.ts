import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { payoutMessageId } from '#modules/payments/rules/payment-reference.ts';
import { refuse } from '#modules/payments/rules/problems.ts';
import { readAccount } from '#modules/payments/rules/refund-account.ts';
import { nextTargetDay } from '#modules/payments/rules/target-days.ts';
import type { BankConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { sumCents } from '#src/kernel/money.ts';
import { dateIn } from '#src/kernel/time.ts';
import { defaultTimeZone, translatorFor } from '#src/texts/locale.ts';
import { payoutFiles, payouts } from '../schema.ts';
import { noteSettlement } from '../settlements/close-settlement.ts';
import { type ListedPayout, waitingPayouts } from './read-payouts.ts';

type MakePayoutFile = { payoutIds: readonly number[] | 'all'; bank: BankConfig | null; editorId: number };

/** The organizer's current account; null without a valid one. */
export function accountOf({ organizer }: Pick<ListedPayout, 'organizer'>) {
  const { name, iban, bic } = organizer;
  const read = readAccount({ iban: iban ?? '', accountHolder: name.slice(0, 70), bic });
  return 'fields' in read ? null : read.account;
}

const textOf = ({ organizer, settlement, eventTitle }: ListedPayout): string =>
  [
    organizer.paymentReference ?? '',
    translatorFor('de').t('settlement.statementText', { number: String(settlement.number), event: eventTitle }),
  ]
    .filter((part) => part.trim() !== '')
    .join(' ');

/**
 * Puts waiting payouts into a bank file, each into one file only. Named payouts: all or none; `all` skips organizers
 * without an account.
 * @throws Problem CANT_CREATE_PAIN_XML_INFO without the platform's account, payouts or a valid IBAN, or when a payout
 * is no longer waiting
 */
export async function makePayoutFile(work: Work, { payoutIds, bank, editorId }: MakePayoutFile): Promise<number> {
  const { tx, now } = work;
  if (!bank) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'noAccount' });
  const waiting = await waitingPayouts(tx);
  const named = payoutIds === 'all' ? null : new Set(payoutIds);
  const chosen = named ? waiting.filter(({ payout }) => named.has(payout.id)) : waiting;
  if (named && chosen.length !== named.size) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'meanwhile' });
  const withAccount = chosen.flatMap((row) => {
    const account = accountOf(row);
    return account ? [{ ...row, account }] : [];
  });
  const lacks = chosen.find((row) => accountOf(row) === null);
  if (lacks && (named || withAccount.length === 0)) {
    const { organizerId } = lacks.settlement;
    return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'noIban', organizerId });
  }
  if (withAccount.length === 0) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'nothing' });
  const today = dateIn(now, defaultTimeZone);
  const [last] = await tx.select({ id: max(payoutFiles.id) }).from(payoutFiles);
  const [file] = await tx
    .insert(payoutFiles)
    .values({
      messageId: payoutMessageId(bank.referencePrefix, today, (last?.id ?? 0) + 1),
      count: withAccount.length,
      sum: sumCents(withAccount.map(({ payout }) => payout.amount)),
      executionDate: nextTargetDay(today),
      editorId,
      createdAt: now,
    })
    .returning({ id: payoutFiles.id, messageId: payoutFiles.messageId });
  const { id: fileId, messageId } = present(file, 'a file that was made has a number');
  for (const row of withAccount) {
    const { payout, settlement, account } = row;
    const { iban, bic, accountHolder: name } = account;
    const taken = await tx
      .update(payouts)
      .set({ fileId, iban, bic, name, text: textOf(row) })
      .where(and(eq(payouts.id, payout.id), eq(payouts.status, 'open'), isNull(payouts.fileId)))
      .returning({ id: payouts.id });
    assert(taken.length === 1, 'what was payable a moment ago is so still');
    await noteSettlement(work, {
      eventId: settlement.eventId,
      settlementId: settlement.id,
      action: 'filed',
      amount: payout.amount,
      note: messageId,
      editorId,
    });
  }
  return fileId;
}

/** Payouts of a file that the bank has not executed yet. */
export const openOfFile = ({ tx }: Work, fileId: number): PromiseLike<{ id: number }[]> =>
  tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.fileId, fileId), inArray(payouts.status, ['open'])));
