import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { addressShape, checkedAddresses, findOrCreateUser, userById } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { emailError, isEmail, normalizeEmail } from '#src/kernel/email.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type AuditChange, addAudit, changesBetween } from '../add-audit.ts';
import { replaceTicket } from '../participants/replace-ticket.ts';
import { orderOf } from '../read.ts';
import { buyerChanged, orderChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { mailsToOneAddress, mailsToParticipants } from './order-mails.ts';

export type ChangeBuyer = { orderId: number; newEmail: string; editorId: number };

/**
 * Moves an order to the account of another address. Access of the former buyer ends: visit, links and tickets; tickets
 * are replaced and sent to their holders or the new address. Waiting mails go to the new address. Listeners of
 * `order.buyerChanged` send what the order's state requires.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED (`newEmail`: invalid or unchanged)
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
  // Mails to participants and offers keep their recipient, even if it is the buyer.
  const isToBuyer = notInArray(mails.type, [...mailsToParticipants, ...mailsToOneAddress]);
  await tx
    .update(mails)
    .set({ recipient: after.email })
    .where(and(eq(mails.orderId, orderId), eq(mails.status, 'queued'), eq(mails.recipient, before.email), isToBuyer));
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

/** Replaces all tickets; participants who used the former buyer's address get the new one. */
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

export const addressNames = ['contactAddress', 'deliveryAddress', 'invoiceAddress'] as const;
export type AddressName = (typeof addressNames)[number];

export type ChangeOrderData = {
  orderId: number;
  editorId: number;
} & { [name in AddressName]?: Address | null | undefined };

/**
 * Corrects addresses; missing fields stay, null removes one.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for an invalid phone number or VAT id
 */
export async function changeOrderData(work: Work, input: ChangeOrderData): Promise<void> {
  const { orderId, editorId } = input;
  const sent = addressNames.filter((name) => input[name] !== undefined);
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const { contactAddress, deliveryAddress, invoiceAddress } = order;
  const stored = { contactAddress, deliveryAddress, invoiceAddress };
  const given = checkedAddresses(Object.fromEntries(sent.map((name) => [name, input[name] ?? null])), stored);
  const changes = sent.flatMap((name) =>
    changesBetween(addressShape(stored[name]), addressShape(given[name] ?? null), `${name}.`),
  );
  if (changes.length === 0) return;
  await work.tx.update(orders).set(given).where(eq(orders.id, orderId));
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
