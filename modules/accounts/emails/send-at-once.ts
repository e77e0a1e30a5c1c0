import type { Deps } from '#src/platform/deps.ts';
import { refuse } from '../rules/problems.ts';

/** A mail server that thinks longer than this does not keep the visitor waiting; the outbox goes on. */
const patienceMs = 2500;

/**
 * Sends a mail that somebody waits for, now.
 * @throws Problem MAIL_DELIVERY_ERROR when the mail server will not have the address
 */
export async function sendAtOnce({ mailer }: Deps, mailKey: string): Promise<void> {
  const sending = mailer.sendNow(mailKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'later'>((settle) => {
    timer = setTimeout(() => settle('later'), patienceMs);
  });
  try {
    if ((await Promise.race([sending, late])) === 'refused') refuse('MAIL_DELIVERY_ERROR');
  } finally {
    clearTimeout(timer);
    // Whoever stopped waiting still may not leave a failure without an owner; the outbox tries again.
    sending.catch(() => undefined);
  }
}
