import { and, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { addAudit, type OrderRecord } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type RefundRow, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { type AccountInput, readAccount, shortAccount } from '../rules/refund-account.ts';
import { bankLines, refunds } from '../schema.ts';

/** The link is bound to the buyer: it ends when the order gets another one. */
type OfBuyer = Pick<OrderRecord, 'id' | 'userId' | 'linkVersion'>;
const purpose = 'refund-account';
const signedText = ({ id, userId, linkVersion }: OfBuyer): string => `${id}|${userId}|${linkVersion}`;
export const mailedAccountPath = (signer: Signer, order: OfBuyer): string =>
  `/refund-account/${order.id}?key=${signer.mac(purpose, signedText(order))}`;
export const isMailedKey = (signer: Signer, order: OfBuyer, key: string): boolean =>
  signer.verify(purpose, signedText(order), key);

/** Transfers whose account can be entered because no file has them. `mayChange`: includes known accounts. */
export const accountTargets = (rows: readonly RefundRow[], mayChange: boolean): RefundRow[] =>
  rows.filter(
    ({ way, status, fileId, iban }) =>
      way === 'transfer' &&
      (status === 'pending' || status === 'failed') &&
      fileId === null &&
      (mayChange || iban === null),
  );

export const sumOf = (rows: readonly RefundRow[]): Cents => sumCents(rows.map(({ amount }) => amount));

export async function likelyAccount(
  reader: Reader,
  orderId: number,
  rows: readonly RefundRow[],
): Promise<{ iban: string; accountHolder: string; bic: string } | null> {
  const set = rows.find(({ iban }) => iban !== null);
  if (set?.iban) return { iban: set.iban, accountHolder: set.accountHolder ?? '', bic: set.bic ?? '' };
  const [line] = await reader
    .select({ iban: bankLines.payerIban, accountHolder: bankLines.payerName })
    .from(bankLines)
    .where(and(eq(bankLines.orderId, orderId), gt(bankLines.amount, zeroCents), isNotNull(bankLines.payerIban)))
    .orderBy(desc(bankLines.id))
    .limit(1);
  return line?.iban ? { iban: line.iban, accountHolder: line.accountHolder, bic: '' } : null;
}

type SetOwnAccount = {
  orderId: number;
  account: AccountInput;
  ours: string | null;
  mayChange: boolean;
  /** Null: by the mailed link. */
  editorId: number | null;
};

/**
 * The buyer sets the account for the refunds of an order.
 * @throws Problem VALIDATION_FAILED, CANT_CHANGE_REFUND_STATUS when no refund waits for an account
 */
export async function setOwnAccount(work: Work, input: SetOwnAccount): Promise<void> {
  const { orderId, account, ours, mayChange, editorId } = input;
  const read = readAccount(account, ours);
  if ('fields' in read) return refuseFields(read.fields);
  const rows = accountTargets(await refundsOf(work.tx, orderId), mayChange);
  if (rows.length === 0) return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, reason: 'account' });
  const ids = rows.map(({ id }) => id);
  await work.tx.update(refunds).set(read.account).where(inArray(refunds.id, ids));
  const comment = `refund.ownAccount ${shortAccount(read.account.iban)} ${sumOf(rows)}`;
  await addAudit(work, { orderId, type: 'Other', editorId, comment });
}
