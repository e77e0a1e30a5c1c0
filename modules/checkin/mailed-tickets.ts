import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { addAudit, type OrderRecord, orderOf, participantStates } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';

/** Mail types that tell the recipient that all mailed tickets of an order are void. */
const tellOfAll = [
  'OrderCancellation',
  'OrderCancellationByUser',
  'OrderCancellationByAdmin',
  'OrderHandedOver',
  'EventCanceled',
  'TransferPassed',
];
/** Mail types that do so for single tickets. */
const tellOfSome = ['TicketVoid', 'OldChangelink', 'ParticipantCanceled'];

/** SQL table of the tickets in a RegistrationConfirmation with these params; `value` has its MailParams. */
export const ticketsInMail = (params: SQL): SQL =>
  sql`json_each(json_insert(coalesce(json_extract(${params}, '$.others'), '[]'), '$[#]', json(${params})))`;

/** A mail taken for sending counts, because its text may predate the change. A waiting mail is rendered later. */
export const mayHaveArrived = (mail = sql`mails`): SQL =>
  sql`(${mail}.status = 'sent' or (${mail}.status = 'queued' and ${mail}.attempts > 0))`;

export type MailedTicket = { participantId: number; recipient: string; linkVersion: number; mailId: number };

type Notice = {
  participantId?: number;
  participantIds?: readonly number[];
  linkVersion?: number;
  others?: { participantId: number; linkVersion: number }[];
};

/** Without `isTold`, leaves out those whose recipient knows that they are void. `isSent` false: the mail still waits. */
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
    const { participantId, participantIds = [participantId ?? 0], linkVersion = 0, others = [] }: Notice = params;
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
        // A newer waiting mail may be dropped; the earlier ticket was sent.
        const isSent = hasArrived === 1 || tickets.get(key)?.isSent === true;
        tickets.set(key, { ...each, recipient, mailId, isSent });
      }
    }
  }
  return [...tickets.values()];
}

type Sent = Pick<OrderRecord, 'id' | 'status'>;

/** Void tickets among them. Their waiting mails are dropped. */
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

/** One mail per address. `except`: this address is told by another mail. Returns the addresses. */
export async function notifyHolders(
  work: Work,
  orderId: number,
  except: string | null = null,
): Promise<ReadonlySet<string>> {
  const order = await orderOf(work.tx, orderId);
  const unnoticed = order ? await voidTickets(work.tx, order) : [];
  const byAddress = Map.groupBy(
    unnoticed.filter(({ recipient }) => recipient !== except),
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
