import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';

/** Whoever asks for a place in line or in a draw. */
export type Asker = {
  /** Of whoever only typed it; a proven mailbox is the viewer's own. */
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

/** A club room signs up from one network; a mailbox is asked a few times a day, whoever types it. */
export const askingLimits = (ofNetwork: string, toStranger: string): readonly [Limit, Limit] => [
  { name: ofNetwork, most: 60, windowMs: hours(1), per: 'address' },
  { name: toStranger, most: 5, windowMs: days(1), per: 'account' },
];

/**
 * The mailbox of whoever asks, which is counted. `provenBy`: the user whose own it is; null: it was only typed.
 * @throws Problem VALIDATION_FAILED, TOO_MANY_REQUESTS
 */
export async function mailboxOf(
  work: Work,
  { email: typed, viewer, origin }: Asker,
  [ofNetwork, toStranger]: readonly [Limit, Limit],
): Promise<{ email: string; provenBy: number | null }> {
  const proven = viewer?.level === 'verified' ? viewer : null;
  const email = proven?.email ?? normalizeEmail(typed) ?? refuseFields({ email: [emailError(typed)] });
  const counted = [{ limit: ofNetwork, key: origin.clientAddress }];
  if (!proven) counted.push({ limit: toStranger, key: email });
  await countAtOnce(work, counted, origin.limitFactor);
  return { email, provenBy: proven?.userId ?? null };
}
