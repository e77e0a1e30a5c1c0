import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Person } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields, refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { RefundRow } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { type AccountInput, readAccount, shortAccount } from '../rules/refund-account.ts';
import { refunds } from '../schema.ts';

type SetRefundAccount = {
  refund: RefundRow;
  account: AccountInput;
  ours: string | null;
  editor: Person;
};

/**
 * Sets the account of a transfer. Only a super admin may change an account that money came from, so that managers
 * cannot redirect it.
 * @throws Problem VALIDATION_FAILED, NO_PERMISSION, CANT_CHANGE_REFUND_STATUS when it was paid or is in a file
 */
export async function setRefundAccount(work: Work, { refund, account, ours, editor }: SetRefundAccount): Promise<void> {
  const { id, orderId, amount } = refund;
  const read = readAccount(account, ours);
  if ('fields' in read) return refuseFields(read.fields);
  const { iban } = read.account;
  if (refund.iban !== null && !editor.isSuperAdmin) return refuseGenerally('NO_PERMISSION', { reason: 'accountKnown' });
  const [row] = await work.tx
    .update(refunds)
    .set(read.account)
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.way, 'transfer'),
        inArray(refunds.status, ['pending', 'failed']),
        isNull(refunds.fileId),
        refund.iban === null ? isNull(refunds.iban) : eq(refunds.iban, refund.iban),
      ),
    )
    .returning({ id: refunds.id });
  if (!row) return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, reason: 'account' });
  await addAudit(work, {
    orderId,
    type: 'Other',
    editorId: editor.userId,
    comment: `refund.account ${shortAccount(iban)} ${amount}`,
  });
}
