import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { SomeMail } from '#src/mail/kinds.ts';
import { userById } from '../users/users.ts';

/** Mails the owner of an account, whoever made the change. */
export async function notifyPerson(work: Work, userId: number, mail: SomeMail): Promise<void> {
  const user = await userById(work.tx, userId);
  if (!user || user.deletedAt !== null) return;
  await work.post({
    ...mail,
    uniqueKey: `${mail.type}|${userId}|${secretToken(9)}`,
    recipient: user.email,
    locale: user.language ?? 'de',
  });
}
