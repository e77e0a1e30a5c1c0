import { and, desc, gt, lt } from 'drizzle-orm';
import { mails } from '#src/data/schema.ts';
import type { MailToSend, Work } from '#src/data/work.ts';
import { minutes } from '#src/kernel/time.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';
import { refuse } from '../rules/problems.ts';

/** Sends a mail again, at most once a minute. @throws Problem MAIL_ALREADY_SENT */
export async function resendMail(work: Work, mail: MailToSend, about: string): Promise<void> {
  const again = `${mail.type}|${about}|again|`;
  // Instants have the same number of digits for centuries, so the greatest key is the newest.
  const [last] = await work.tx
    .select({ recipient: mails.recipient, createdAt: mails.createdAt })
    .from(mails)
    .where(and(gt(mails.uniqueKey, again), lt(mails.uniqueKey, `${again}~`)))
    .orderBy(desc(mails.uniqueKey))
    .limit(1);
  // A changed address has not received it yet.
  if (last && last.recipient === mail.recipient && work.now - last.createdAt < minutes(1))
    return refuse('MAIL_ALREADY_SENT');
  await work.post({ ...mail, uniqueKey: `${again}${work.now}|${mail.recipient}` });
}

/** Tickets for one address. `isPassedOn`: sent to the buyer instead of the participants' addresses. */
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
