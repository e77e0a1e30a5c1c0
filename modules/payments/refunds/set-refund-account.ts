import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import { parseIban } from '#src/kernel/iban.ts';
import { refuseFields, refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Person } from '#src/platform/permissions.ts';
import type { Work } from '#src/platform/work.ts';
import type { RefundRow } from '../money-of-order.ts';
import { isSepaIban, sepaText } from '../rules/pain-001.ts';
import { refuse } from '../rules/problems.ts';
import { refunds } from '../schema.ts';

type RefundAccount = { iban: string; accountHolder: string };

/**
 * Where a transfer goes. An account that is known, since the money came from there, only a super admin changes: whoever
 * looks after an event cannot send its money elsewhere.
 * @throws Problem VALIDATION_FAILED, NO_PERMISSION, CANT_CHANGE_REFUND_STATUS when it was paid or is in a file
 */
export async function setRefundAccount(
  work: Work,
  { refund, account, editor }: { refund: RefundRow; account: RefundAccount; editor: Person },
): Promise<void> {
  const { id, orderId, amount } = refund;
  const iban = parseIban(account.iban);
  const accountHolder = account.accountHolder.trim().replace(/\s+/g, ' ');
  const isNamed = /\p{L}/u.test(sepaText(accountHolder, 70)) && accountHolder.length <= 70;
  if (!iban || !isSepaIban(iban) || !isNamed) {
    return refuseFields({
      ...(iban
        ? isSepaIban(iban)
          ? {}
          : { iban: ['payments.refund.error.sepa'] }
        : { iban: ['payments.refund.error.iban'] }),
      ...(isNamed ? {} : { accountHolder: ['payments.refund.error.holder'] }),
    });
  }
  if (refund.iban !== null && !editor.isSuperAdmin) return refuseGenerally('NO_PERMISSION', { reason: 'accountKnown' });
  const [row] = await work.tx
    .update(refunds)
    .set({ iban, accountHolder })
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
  const said = `${iban.slice(0, 4)}…${iban.slice(-4)}`;
  await addAudit(work, {
    orderId,
    type: 'Other',
    editorId: editor.userId,
    comment: `refund.account ${said} ${amount}`,
  });
}
