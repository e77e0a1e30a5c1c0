import type { MailToSend } from '#src/data/work.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';

/**
 * One mail with the tickets of these people to one address, with the versions of their links that hold now. `isPassedOn`: it
 * goes to the buyer, since their own addresses may get no more.
 */
export function ticketsMail(
  order: Pick<OrderRecord, 'id' | 'language'>,
  [first, ...others]: readonly [ParticipantRecord, ...ParticipantRecord[]],
  recipient: string,
  { isPassedOn = false }: { isPassedOn?: boolean } = {},
): MailToSend {
  const ticketOf = ({ id, linkVersion }: ParticipantRecord) => ({ participantId: id, linkVersion });
  const params = {
    ...ticketOf(first),
    ...(others.length > 0 ? { others: others.map(ticketOf) } : {}),
    ...(isPassedOn ? { isPassedOn } : {}),
  };
  return { type: 'RegistrationConfirmation', recipient, locale: order.language, params, orderId: order.id };
}
