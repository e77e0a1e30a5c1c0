import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import { adminOrderOf, resendMailOfOrder } from '#modules/orders/index.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';

/**
 * Requeues a failed mail. A mail about an order goes to the order's current address; others are sent unchanged.
 * @throws Problem NOT_FOUND for a mail that has not failed or is obsolete; MAIL_ALREADY_SENT
 */
export async function sendAgain(
  deps: Pick<Deps, 'openOffers'>,
  work: Work,
  { mailId, actorId }: { mailId: number; actorId: number },
): Promise<void> {
  const { tx, now } = work;
  const mayGo = and(
    eq(mails.id, mailId),
    eq(mails.status, 'failed'),
    or(isNull(mails.expiresAt), gt(mails.expiresAt, now)),
  );
  const [mail] = await tx.select({ orderId: mails.orderId }).from(mails).where(mayGo);
  if (!mail) return refuse('NOT_FOUND');
  if (mail.orderId !== null)
    await resendMailOfOrder(deps, work, (await adminOrderOf(tx, mail.orderId)) ?? refuse('NOT_FOUND'), mailId);
  else
    await tx
      .update(mails)
      .set({ status: 'queued', attempts: 0, nextAttemptAt: now, failure: null, lastError: null })
      .where(mayGo);
  await addAccountAudit(work, { userId: actorId, actorId, type: 'MailSentAgain', comment: `mail ${mailId}` });
}
