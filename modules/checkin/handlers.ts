import { sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { movedCompetitions, type StartsMoved, startFacts, startsMoved } from '#modules/events/rules/facts.ts';
import { addAudits, orderOf, participantsOf, resendMail, ticketsMail } from '#modules/orders/index.ts';
import {
  bibSet,
  emailChanged,
  orderCanceled,
  orderPaid,
  orderProven,
  participantMoved,
  ticketsReplaced,
} from '#modules/orders/rules/facts.ts';
import { isPaidStatus, waitsForProof } from '#modules/orders/rules/order-state.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { mailedTickets, mayHaveArrived, notifyHolders, ticketsInMail } from './mailed-tickets.ts';
import { buyerAddress, mailboxOf, postTickets, waitsForBib } from './post-tickets.ts';

/** Null when the order or participant does not exist. */
async function placeOf(work: Work, { orderId, participantId }: { orderId: number; participantId: number }) {
  const order = await orderOf(work.tx, orderId);
  const person = order && participantsOf(order).find(({ id }) => id === participantId);
  if (!order || !person) return null;
  const isPaid = isPaidStatus(order.status);
  return { order, person, isPaid, mayWrite: isPaid && !waitsForProof(order) };
}

/** Idempotent: every participant with an address gets one ticket. */
async function sendTickets(work: Work, orderId: number, occasion: number): Promise<void> {
  const order = await orderOf(work.tx, orderId);
  if (!order || !isPaidStatus(order.status) || waitsForProof(order) || order.ticketsWithheld) return;
  await postTickets(work, order, participantsOf(order), { occasion });
}

/** A holder of the ticket gets it again only after a manual correction of the number. */
async function sendTicketWithBib(
  work: Work,
  whose: { orderId: number; participantId: number; isCorrected?: true; occasion: number },
): Promise<void> {
  const { occasion } = whose;
  const place = await placeOf(work, whose);
  if (!place?.mayWrite) return;
  const { order, person } = place;
  const mailbox = mailboxOf(person.email ?? '');
  if (order.event.needsBibForMail && !order.ticketsWithheld) {
    const people = participantsOf(order).filter(({ email }) => mailboxOf(email ?? '') === mailbox);
    await postTickets(work, order, people, { occasion, orBuyer: true });
  }
  if (!whose.isCorrected || !person.email || waitsForBib(order, person)) return;
  const held = await mailedTickets(work.tx, order.id);
  const isHolder = held.some(
    (ticket) => ticket.isSent && ticket.participantId === person.id && mailboxOf(ticket.recipient) === mailbox,
  );
  const uniqueKey = `RegistrationConfirmation|${person.id}|bib|${occasion}`;
  if (isHolder) await work.post({ ...ticketsMail(order, [person], person.email), uniqueKey });
}

/** The new address gets the ticket with a new link; the old one learns that its link is void. */
async function followAddress(
  work: Work,
  change: { orderId: number; participantId: number; before: string | null; occasion: number },
): Promise<void> {
  const { orderId, participantId, before, occasion } = change;
  const place = await placeOf(work, change);
  if (!place) return;
  const { order, person, mayWrite } = place;
  if (mayWrite) await postTickets(work, order, [person], { occasion });
  if (before === person.email) return;
  if (!before) {
    // The buyer's mailbox had the ticket; a ticket replaced meanwhile gets no successor there.
    await notifyHolders(work, orderId, person.email);
    return;
  }
  // Only for an address that has a ticket and was not told that it is void.
  const held = await mailedTickets(work.tx, orderId);
  const isHolder = held.some(
    (ticket) =>
      ticket.isSent && ticket.participantId === participantId && mailboxOf(ticket.recipient) === mailboxOf(before),
  );
  if (!isHolder) return;
  await work.post({
    type: 'OldChangelink',
    uniqueKey: `OldChangelink|${participantId}|${occasion}`,
    recipient: before,
    locale: order.language,
    params: { participantId },
    orderId,
  });
}

/** After a change of competition. */
async function sendMovedTicket(
  work: Work,
  { occasion, ...whose }: { orderId: number; participantId: number; occasion: number },
): Promise<void> {
  const place = await placeOf(work, whose);
  if (!place?.mayWrite || waitsForBib(place.order, place.person)) return;
  const recipient = place.person.email || (await buyerAddress(work, place.order));
  const uniqueKey = `RegistrationConfirmation|${whose.participantId}|moved|${occasion}`;
  await work.post({ ...ticketsMail(place.order, [place.person], recipient), uniqueKey });
}

/** Replaced tickets go to the participants with an address, the others to the buyer. */
async function sendReplaced(
  work: Work,
  { orderId, participantIds, withOrder }: { orderId: number; participantIds: readonly number[]; withOrder: boolean },
  occasion: number,
): Promise<void> {
  const order = await orderOf(work.tx, orderId);
  if (!order || !isPaidStatus(order.status) || waitsForProof(order)) return;
  const people = participantsOf(order).filter(({ id }) => participantIds.includes(id));
  await postTickets(work, order, people, { occasion, orBuyer: !withOrder });
}

/** @throws Problem NOT_FOUND, VALIDATION_FAILED without an address or required start number, MAIL_ALREADY_SENT */
export async function resendTicket(work: Work, orderId: number, participantId: number): Promise<void> {
  const place = await placeOf(work, { orderId, participantId });
  if (!place?.isPaid) return refuse('NOT_FOUND');
  const { order, person } = place;
  if (!person.email) return refuseFields({ email: ['required'] });
  if (waitsForBib(order, person)) return refuseFields({ rrBib: ['required'] });
  await resendMail(work, ticketsMail(order, [person], person.email), `${participantId}|${person.linkVersion}`);
}

export const checkinFactHandlers = (): FactHandler[] => [
  onFact(orderPaid, 'checkin.sendTickets', (work, { orderId }, { id }) => sendTickets(work, orderId, id)),
  onFact(orderProven, 'checkin.sendProvenTickets', (work, { orderId }, { id }) => sendTickets(work, orderId, id)),
  onFact(bibSet, 'checkin.sendTicketWithBib', (work, set, { id }) => sendTicketWithBib(work, { ...set, occasion: id })),
  onFact(participantMoved, 'checkin.sendMovedTicket', (work, moved, { id }) =>
    sendMovedTicket(work, { ...moved, occasion: id }),
  ),
  onFact(ticketsReplaced, 'checkin.sendReplaced', async (work, replaced, { id }) => {
    await sendReplaced(work, replaced, id);
    await notifyHolders(work, replaced.orderId);
  }),
  onFact(orderCanceled, 'checkin.tellCanceled', async (work, { orderId }) => {
    await notifyHolders(work, orderId);
  }),
  onFact(startsMoved, 'checkin.tellMoved', (work, moved, { id }) => notifyMoved(work, moved, id)),
  onFact(emailChanged, 'checkin.sendTicketToNewAddress', (work, change, { id }) =>
    followAddress(work, { ...change, occasion: id }),
  ),
];

/** Addresses per transaction, so that bookings wait for one batch only. */
const portion = 500;

type Reached = { recipient: string; locale: string; participantIds: string; orderIds: string };

/** One mail per address. The buyer gets the news for participants without one. Never mailed tickets are left out. */
async function notifyMoved(work: Work, moved: StartsMoved, factId: number): Promise<void> {
  const { eventId, before, after = '', changeId = factId } = moved;
  const catalog = await catalogOf(work.tx, eventId);
  if (!catalog || catalog.event.canceled) return;
  const affected = movedCompetitions(before, startFacts(catalog));
  if (affected.length === 0) return;
  const people = sql`participants p join orders o on o.id = p.order_id and o.status in ('complete', 'shipped')
    where p.event_id = ${eventId} and p.live = 1 and p.competition_id in ${affected}`;
  const isSent = mayHaveArrived(sql`m`);
  const reached = await work.tx.all<Reached>(sql`
    select recipient, max(locale) locale, json_group_array(distinct participant_id) participantIds,
      json_group_array(distinct order_id) orderIds from (
      select m.recipient recipient, o.language locale, p.id participant_id, o.id order_id
        from mails m, ${ticketsInMail(sql`m.params`)} t, ${people}
        and m.order_id = o.id and m.type = 'RegistrationConfirmation' and ${isSent}
        and t.value ->> 'participantId' = p.id and coalesce(t.value ->> 'linkVersion', 0) = p.link_version
      union select m.recipient, o.language, p.id, o.id from mails m, ${people}
        and p.email is null and m.order_id = o.id and m.type = 'OrderConfirmation' and ${isSent}
        and m.recipient = (select u.email from users u where u.id = o.user_id)
        and not (o.awaits_proof = 1 and o.total_cents = 0))
    where recipient > ${after} group by recipient order by recipient limit ${portion}`);
  for (const { recipient, locale, participantIds, orderIds } of reached) {
    const [orderId = 0] = JSON.parse(orderIds) as number[];
    await work.post({
      ...{ type: 'TicketChanged', uniqueKey: `TicketChanged|${changeId}|${recipient}`, recipient, locale, orderId },
      params: { participantIds: JSON.parse(participantIds) as number[], before },
    });
  }
  const orderIds = [...new Set(reached.flatMap((row) => JSON.parse(row.orderIds) as number[]))];
  await addAudits(
    work,
    orderIds.map((orderId) => ({ orderId, type: 'Other', editorId: null, comment: 'ticket.changeTold' })),
  );
  const last = reached.length === portion ? reached.at(-1) : undefined;
  if (last) await work.announce(startsMoved({ eventId, before, after: last.recipient, changeId }));
}
