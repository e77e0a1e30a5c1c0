import { orderOf, participantForTicket, resendMail } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import type { FactHandler } from '#src/platform/facts.ts';
import type { Work } from '#src/platform/work.ts';

/** Posts the ticket to every participant of the order who has an address; each gets one, however often this is said. */
export async function sendTickets(work: Work, orderId: number): Promise<void> {
  const order = await orderOf(work.tx, orderId);
  if (!order) return;
  const people = order.competitions.flatMap((competition) => competition.teams).flatMap((team) => team.participants);
  for (const { id, email } of people) {
    if (email === null || email === '') continue;
    await work.post({
      type: 'RegistrationConfirmation',
      uniqueKey: `RegistrationConfirmation|${id}`,
      recipient: email,
      locale: order.language,
      params: { participantId: id },
      orderId,
    });
  }
}

/** Somebody's address changed after they got their ticket: it goes to the new one too. */
async function sendTicketAgain(work: Work, participantId: number, occasion: string): Promise<void> {
  const person = await participantForTicket(work.tx, participantId);
  const order = person && isPaidStatus(person.orderStatus) ? await orderOf(work.tx, person.orderId) : null;
  if (!person?.email || !order) return;
  await work.post({
    type: 'RegistrationConfirmation',
    uniqueKey: `RegistrationConfirmation|${participantId}|${occasion}`,
    recipient: person.email,
    locale: order.language,
    params: { participantId },
    orderId: order.id,
  });
}

/**
 * The ticket once more, because somebody asked for it.
 * @throws Problem NOT_FOUND without a paid ticket in that order, VALIDATION_FAILED without an address, MAIL_ALREADY_SENT
 */
export async function resendTicket(work: Work, orderId: number, participantId: number): Promise<void> {
  const person = await participantForTicket(work.tx, participantId);
  const order = await orderOf(work.tx, orderId);
  if (!order || person?.orderId !== orderId || !isPaidStatus(order.status)) return refuse('NOT_FOUND');
  if (!person.email) return refuseFields({ email: ['required'] });
  const mail = {
    type: 'RegistrationConfirmation',
    recipient: person.email,
    locale: order.language,
    params: { participantId },
    orderId,
  };
  await resendMail(work, mail, String(participantId));
}

export const checkinFactHandlers = (): FactHandler[] => [
  {
    name: 'checkin.sendTickets',
    on: 'order.paid',
    run: (work, fact) => sendTickets(work, Number(fact.payload.orderId)),
  },
  {
    name: 'checkin.sendTicketToNewAddress',
    on: 'participant.emailChanged',
    run: (work, fact) => sendTicketAgain(work, Number(fact.payload.participantId), String(fact.id)),
  },
];
