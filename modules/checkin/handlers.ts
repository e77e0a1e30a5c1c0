import { orderOf } from '#modules/orders/index.ts';
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

export const checkinFactHandlers = (): FactHandler[] => [
  {
    name: 'checkin.sendTickets',
    on: 'order.paid',
    run: (work, fact) => sendTickets(work, Number(fact.payload.orderId)),
  },
];
