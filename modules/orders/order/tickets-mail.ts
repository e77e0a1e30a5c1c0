import type { MailToSend } from '#src/platform/work.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';

/** One mail with the tickets of these people to one address, with the versions of their links that hold now. */
export function ticketsMail(
  order: Pick<OrderRecord, 'id' | 'language'>,
  [first, ...others]: readonly [ParticipantRecord, ...ParticipantRecord[]],
  recipient: string,
): MailToSend {
  const ticketOf = ({ id, linkVersion }: ParticipantRecord) => ({ participantId: id, linkVersion });
  const params = { ...ticketOf(first), ...(others.length > 0 ? { others: others.map(ticketOf) } : {}) };
  return { type: 'RegistrationConfirmation', recipient, locale: order.language, params, orderId: order.id };
}
