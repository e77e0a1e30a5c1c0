import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { addAudit, type OrderRecord, orderOf, participantStates } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';

/** Mails after which the recipient knows that the tickets of an order that were mailed there are void. */
const tellOfAll = [
  'OrderCancellation',
  'OrderCancellationByUser',
  'OrderCancellationByAdmin',
  'OrderHandedOver',
  'EventCanceled',
  'TransferPassed',
];
/** Mails that say so of single tickets. */
const tellOfSome = ['TicketVoid', 'OldChangelink'];

/** A table of the tickets that a RegistrationConfirmation with these params brings: `value` has its MailParams of one. */
export const ticketsInMail = (params: SQL): SQL =>
  sql`json_each(json_insert(coalesce(json_extract(${params}, '$.others'), '[]'), '$[#]', json(${params})))`;

/**
 * Mails that may have reached their recipient. A mail that was taken for sending counts, since its text may have been made
 * before the change that voids it; one that was not taken yet is made with what is so by then.
 */
export const mayHaveArrived = (mail = sql`mails`): SQL =>
  sql`(${mail}.status = 'sent' or (${mail}.status = 'queued' and ${mail}.attempts > 0))`;

/** A ticket in somebody's mailbox. */
export type MailedTicket = { participantId: number; recipient: string; linkVersion: number; mailId: number };

type Told = {
  participantId?: number;
  participantIds?: readonly number[];
  linkVersion?: number;
  others?: { participantId: number; linkVersion: number }[];
};

/**
 * The tickets of an order as they lie in mailboxes, without those whose recipient was told since that they are void;
 * `isTold`: with them. `isSent` false: the mail was not taken for sending yet.
 */
export async function mailedTickets(
  reader: Reader | Tx,
  orderId: number,
  { isTold = false }: { isTold?: boolean } = {},
): Promise<(MailedTicket & { isSent: boolean })[]> {
  const { id, type, recipient, params, status } = mails;
  const rows = await reader
    .select({ id, type, recipient, params, status, hasArrived: sql<number>`${mayHaveArrived()}` })
    .from(mails)
    .where(
      and(eq(mails.orderId, orderId), inArray(mails.type, ['RegistrationConfirmation', ...tellOfAll, ...tellOfSome])),
    )
    .orderBy(asc(mails.id));
  const tickets = new Map<string, MailedTicket & { isSent: boolean }>();
  for (const { id: mailId, type, recipient, params, status, hasArrived } of rows) {
    const { participantId, participantIds = [participantId ?? 0], linkVersion = 0, others = [] }: Told = params;
    const isDropped = status === 'failed' || status === 'dropped';
    if (isDropped) continue;
    if (type !== 'RegistrationConfirmation') {
      if (isTold) continue;
      for (const [key, ticket] of tickets)
        if (
          ticket.recipient === recipient &&
          (tellOfAll.includes(type) || participantIds.includes(ticket.participantId))
        )
          tickets.delete(key);
    } else if (participantId !== undefined) {
      for (const each of [{ participantId, linkVersion }, ...others]) {
        const key = `${each.participantId} ${recipient}`;
        // A newer mail that waits may be dropped; the recipient still has the ticket that was sent before.
        const isSent = hasArrived === 1 || tickets.get(key)?.isSent === true;
        tickets.set(key, { ...each, recipient, mailId, isSent });
      }
    }
  }
  return [...tickets.values()];
}

type Sent = Pick<OrderRecord, 'id' | 'status'>;

/** Those of them that are void by now; what waits in the outbox is dropped there. */
export async function voidTickets(
  reader: Reader | Tx,
  order: Sent,
  options?: { isTold?: boolean },
): Promise<MailedTicket[]> {
  const mailed = await mailedTickets(reader, order.id, options);
  const states = await participantStates(
    reader,
    mailed.map(({ participantId }) => participantId),
  );
  return mailed.filter(({ participantId, linkVersion, isSent }) => {
    const now = states.get(participantId);
    const isHere = now?.live === true && now.orderId === order.id && now.linkVersion === linkVersion;
    return isSent && !(isPaidStatus(order.status) && isHere);
  });
}

/**
 * Tells everybody who holds a ticket of this order by mail and whose ticket is void by now: one mail an address, and once.
 * `except`: the address that is told by another mail. Answers whom it told.
 */
export async function tellHolders(
  work: Work,
  orderId: number,
  except: string | null = null,
): Promise<ReadonlySet<string>> {
  const order = await orderOf(work.tx, orderId);
  const untold = order ? await voidTickets(work.tx, order) : [];
  const byAddress = Map.groupBy(
    untold.filter(({ recipient }) => recipient !== except),
    (ticket) => ticket.recipient,
  );
  if (!order || byAddress.size === 0) return new Set();
  const reason = isPaidStatus(order.status) ? 'replaced' : 'canceled';
  for (const [recipient, tickets] of byAddress) {
    const last = Math.max(...tickets.map(({ mailId }) => mailId));
    const participantIds = tickets.map(({ participantId }) => participantId);
    await work.post({
      ...{ type: 'TicketVoid', uniqueKey: `TicketVoid|${orderId}|${last}|${recipient}`, recipient, orderId },
      ...{
        locale: order.language,
        params: { orderId, participantIds, reason, mailIds: tickets.map(({ mailId }) => mailId) },
      },
    });
  }
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'ticket.voidTold' });
  return new Set(byAddress.keys());
}
