import { eq } from 'drizzle-orm';
import { minutes } from '#src/kernel/time.ts';
import { mails } from '#src/platform/schema.ts';
import type { NewMail, Work } from '#src/platform/work.ts';
import { refuse } from '../rules/problems.ts';

/**
 * Posts a mail that went out before once more; the same one again only after a minute, so that an impatient finger
 * fills nobody's mailbox.
 * @throws Problem MAIL_ALREADY_SENT
 */
export async function resendMail(work: Work, mail: Omit<NewMail, 'uniqueKey'>, about: string): Promise<void> {
  const uniqueKey = `${mail.type}|${about}|again|${Math.floor(work.now / minutes(1))}`;
  const [posted] = await work.tx.select({ id: mails.id }).from(mails).where(eq(mails.uniqueKey, uniqueKey));
  if (posted) return refuse('MAIL_ALREADY_SENT');
  await work.post({ ...mail, uniqueKey });
}
