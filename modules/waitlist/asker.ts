import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';

/** A request for a place on the waiting list or in a draw. */
export type Asker = {
  /** Used only without a proven mailbox. */
  email: string;
  viewer: Pick<Viewer, 'userId' | 'email' | 'level'> | null;
  language: Locale;
  origin: { clientAddress: string; limitFactor: number };
};

export const askerOf = (
  call: { deps: Pick<Deps, 'config'>; viewer: Viewer | null; i18n: Translator; clientAddress: string },
  email: string,
): Asker => ({
  email,
  viewer: call.viewer,
  language: call.i18n.locale,
  origin: { clientAddress: call.clientAddress, limitFactor: call.deps.config.limitFactor },
});

/** A club may sign up from one network; an unproven mailbox gets a few mails a day. */
export const askingLimits = (ofNetwork: string, toStranger: string): readonly [Limit, Limit] => [
  { name: ofNetwork, most: 60, windowMs: hours(1), per: 'address' },
  { name: toStranger, most: 5, windowMs: days(1), per: 'account' },
];

/**
 * Counts the request. `provenBy`: the user of the proven mailbox; null: unproven.
 * @throws Problem VALIDATION_FAILED, TOO_MANY_REQUESTS
 */
export async function mailboxOf(
  work: Work,
  { email: emailInput, viewer, origin }: Asker,
  [ofNetwork, toStranger]: readonly [Limit, Limit],
): Promise<{ email: string; provenBy: number | null }> {
  const proven = viewer?.level === 'verified' ? viewer : null;
  const email = proven?.email ?? normalizeEmail(emailInput) ?? refuseFields({ email: [emailError(emailInput)] });
  const counted = [{ limit: ofNetwork, key: origin.clientAddress }];
  if (!proven) counted.push({ limit: toStranger, key: email });
  await countAtOnce(work, counted, origin.limitFactor);
  return { email, provenBy: proven?.userId ?? null };
}
