import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { AnyMail } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refuse } from '../rules/problems.ts';
import { userById } from '../users/users.ts';

export async function notifyPerson(work: Work, userId: number, mail: AnyMail): Promise<void> {
  const user = await userById(work.tx, userId);
  if (!user || user.deletedAt !== null) return;
  await work.post({
    ...mail,
    uniqueKey: `${mail.type}|${userId}|${secretToken(9)}`,
    recipient: user.email,
    locale: user.language ?? 'de',
  });
}

/** A mail server that is silent for longer counts as down. */
const patienceMs = 6000;

/** If the server defers the mail, the outbox retries. @throws Problem MAIL_DELIVERY_ERROR when it is down or refuses */
export async function sendAtOnce(
  { mailer }: Deps,
  mailKey: string,
  { whenDown }: { whenDown?: () => Promise<void> } = {},
): Promise<void> {
  const sending = mailer.sendNow(mailKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<'down'>((settle) => {
    timer = setTimeout(() => settle('down'), patienceMs);
  });
  try {
    const outcome = await Promise.race([sending, silent]);
    if (outcome === 'down') await whenDown?.();
    if (outcome === 'down' || outcome === 'refused') refuse('MAIL_DELIVERY_ERROR');
  } finally {
    clearTimeout(timer);
    // Avoids an unhandled rejection after the timeout; the outbox retries.
    sending.catch(() => undefined);
  }
}
