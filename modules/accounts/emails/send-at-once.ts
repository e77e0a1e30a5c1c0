import type { Deps } from '#src/runtime/deps.ts';
import { refuse } from '../rules/problems.ts';

/** A mail server that says nothing for longer than this is as good as down for the visitor who waits. */
const patienceMs = 6000;

/**
 * Sends a mail that somebody waits for, now. A server that asked for patience has taken note of it, and the outbox goes on;
 * one that nobody reaches, or that is silent, is told. `whenDown` then takes back what the mail was counted for.
 * @throws Problem MAIL_DELIVERY_ERROR when the mail server is down, or will not have the address
 */
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
    // Whoever stopped waiting still may not leave a failure without an owner; the outbox tries again.
    sending.catch(() => undefined);
  }
}
