import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { findOrCreateUser, userById } from '#modules/accounts/index.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { emailError, isEmail, normalizeEmail } from '#src/kernel/email.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type AuditChange, addAudit } from '../add-audit.ts';
import { replaceTicket } from '../participants/replace-ticket.ts';
import { buyerChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { mailsToOneAddress, mailsToParticipants } from './order-mails.ts';

export type ChangeBuyer = { orderId: number; newEmail: string; editorId: number };

/**
 * Gives an order to the account of another address, for a buyer who mistyped theirs or hands everything over. Nobody's
 * account changes: whoever proves the new mailbox owns the order, and the visit that ordered it opens it no longer.
 * Neither does any link that the address before holds, and its tickets let nobody in: all of them are replaced, and those
 * that went to that address go to the new one.
 * Mails that still wait go to the new address; what the state of the order calls for is written there by whoever
 * hears of `order.buyerChanged`.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED (`newEmail`: no address, or the one of now)
 */
export async function changeBuyer(work: Work, { orderId, newEmail, editorId }: ChangeBuyer): Promise<void> {
  const { tx } = work;
  const [order] = await tx
    .select({ userId: orders.userId, language: orders.language })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  if (!isEmail(newEmail)) return refuseFields({ newEmail: [emailError(newEmail)] });
  const before = present(await userById(tx, order.userId), 'an order has a buyer');
  const after = await findOrCreateUser(work, newEmail, { language: order.language });
  if (after.id === before.id) return refuseFields({ newEmail: ['sameBuyer'] });
  await tx
    .update(orders)
    .set({
      userId: after.id,
      visitId: secretToken(18),
      idempotencyKey: null,
      linkVersion: sql`${orders.linkVersion} + 1`,
    })
    .where(eq(orders.id, orderId));
  // Mails to participants stay theirs, also where the buyer is one of them, and an offer is for whom it was made.
  const isToBuyer = notInArray(mails.type, [...mailsToParticipants, ...mailsToOneAddress]);
  await tx
    .update(mails)
    .set({ recipient: after.email })
    .where(and(eq(mails.orderId, orderId), eq(mails.status, 'queued'), eq(mails.recipient, before.email), isToBuyer));
  // An account that is gone has no address any more.
  if (isEmail(before.email))
    await work.post({
      type: 'OrderHandedOver',
      uniqueKey: `OrderHandedOver|${orderId}|${work.now}`,
      recipient: before.email,
      locale: order.language,
      params: { orderId, formerBuyerId: before.id },
      orderId,
    });
  const changes = [
    { field: 'buyer', before: before.email, after: after.email },
    ...(await handOverTickets(work, orderId, before.email, after.email)),
  ];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(buyerChanged({ orderId }));
}

/** Everybody's ticket is a new one; whose address was the former buyer's is reached where the order is now. */
async function handOverTickets(work: Work, orderId: number, before: string, after: string): Promise<AuditChange[]> {
  const { tx } = work;
  const people = await tx
    .select({ id: participants.id, email: participants.email })
    .from(participants)
    .where(eq(participants.orderId, orderId));
  const formers = people.filter(({ email }) => email !== null && (normalizeEmail(email) ?? email) === before);
  if (formers.length > 0)
    await tx
      .update(participants)
      .set({ email: after })
      .where(
        inArray(
          participants.id,
          formers.map(({ id }) => id),
        ),
      );
  await replaceTicket(work, { orderId, participantIds: people.map(({ id }) => id), withOrder: true });
  return formers.map(({ id, email }) => ({ participantId: id, field: 'email', before: email, after }));
}
