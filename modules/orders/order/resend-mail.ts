import { and, desc, gt, lt } from 'drizzle-orm';
import { mails } from '#src/data/schema.ts';
import type { MailToSend, Work } from '#src/data/work.ts';
import { minutes } from '#src/kernel/time.ts';
import { refuse } from '../rules/problems.ts';

/**
 * Posts a mail that went out before once more; the same one again only after a minute, so that an impatient finger
 * fills nobody's mailbox.
 * @throws Problem MAIL_ALREADY_SENT
 */
export async function resendMail(work: Work, mail: MailToSend, about: string): Promise<void> {
  const again = `${mail.type}|${about}|again|`;
  // Instants have the same number of digits for the next centuries, so the last key is the newest mail's.
  const [last] = await work.tx
    .select({ recipient: mails.recipient, createdAt: mails.createdAt })
    .from(mails)
    .where(and(gt(mails.uniqueKey, again), lt(mails.uniqueKey, `${again}~`)))
    .orderBy(desc(mails.uniqueKey))
    .limit(1);
  // Another address was not written to yet.
  if (last && last.recipient === mail.recipient && work.now - last.createdAt < minutes(1))
    return refuse('MAIL_ALREADY_SENT');
  await work.post({ ...mail, uniqueKey: `${again}${work.now}|${mail.recipient}` });
}
