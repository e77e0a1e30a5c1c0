import { countTry, giveBackTry, type Limit } from '#src/data/limits.ts';
import type { Write } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';

/**
 * How often a login may be tried. Asking for a code costs a try of the network and of the address; the login that
 * follows gives it back. So the limits meet those who ask for codes and never read them, and hardly ever a club that
 * registers its members from one house.
 *
 * Wrong codes are counted at the code they were made against (`login/login-with-code.ts`), so an address has no limit of
 * wrong tries that a stranger could use up. When the codes of an address are used up, nobody is turned away either: the
 * next one is long, good for an hour in every browser, and nobody guesses it (`login/send-login-code.ts`).
 *
 * The arithmetic: a code of six digits has five tries of the browser that asked for it, and five of clients without
 * cookies where it was asked for by one. With 40 unread ones a day that is 400 tries in a million, four in ten thousand a
 * day and address; one network gets 20 codes an hour and so all 40 of an address in two hours. A long code has 16 digits:
 * ten thousand tries a second for its whole hour find it once in 280 million hours.
 */
const codesPerNetwork: Limit = { name: 'login-mail', most: 20, windowMs: hours(1), per: 'address' };
const codesPerBrowser: Limit = { name: 'login-mail-from', most: 5, windowMs: minutes(10), per: 'account' };
const codesPerEmail: Limit = { name: 'login-mail-to', most: 5, windowMs: minutes(10), per: 'account' };
const codesPerEmailFromAll: Limit = { name: 'login-mail-to-all', most: 20, windowMs: hours(1), per: 'account' };
const codesPerEmailAndDay: Limit = { name: 'login-mail-to-day', most: 40, windowMs: days(1), per: 'account' };
/** Of codes that this browser did not ask for; those that it did ask for have five tries each, and no other limit. */
export const triesPerNetwork: Limit = { name: 'login-try', most: 30, windowMs: minutes(10), per: 'address' };
/** Of a person who showed the first factor already, so nobody locks out a stranger by it. */
export const triesOfFactor: Limit = { name: 'factor-try', most: 5, windowMs: minutes(10), per: 'account' };
export const loginsWithoutCode: Limit = { name: 'login-without-code', most: 600, windowMs: hours(1), per: 'address' };

const emailChanges: Limit = { name: 'email-change', most: 5, windowMs: minutes(10), per: 'account' };
const emailChangesTo: Limit = { name: 'email-change-to', most: 20, windowMs: days(1), per: 'account' };
const triesOfEmailChange: Limit = { name: 'email-change-try', most: 20, windowMs: hours(1), per: 'account' };

/** What asking for a code costs whoever asks; beyond it they wait. `browser`: what is kept of its cookie. */
export const askingTries = (clientAddress: string, browser: string | null, email: string): readonly CountedTry[] => [
  [codesPerNetwork, clientAddress],
  ...(browser === null ? [] : ([[codesPerBrowser, `${browser}|${email}`]] as const)),
];

/**
 * What it costs the address; beyond it codes are long. `who` is the address, or the device that is known to it. One
 * network gets few of them, all together more: who asks to annoy uses up their own first.
 */
export const shortCodeTries = (clientAddress: string, who: string): readonly CountedTry[] => [
  [codesPerEmail, `${who}|${clientAddress}`],
  [codesPerEmailFromAll, who],
  [codesPerEmailAndDay, who],
];

/** What a code for another address of an account costs; of login codes it takes none. */
export const emailChangeTries = (clientAddress: string, userId: number, newEmail: string): readonly CountedTry[] => [
  [codesPerNetwork, clientAddress],
  [emailChanges, String(userId)],
  [emailChangesTo, newEmail],
];
export const emailChangeCodeTries = (userId: number): readonly CountedTry[] => [[triesOfEmailChange, String(userId)]];

export type CountedTry = readonly [limit: Limit, key: string];

/**
 * Counts one after the other, each in a write of its own, so that what is refused later takes no count back, and a
 * network that is out of tries cannot use up those of an address.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function countTries(write: Write, tries: readonly CountedTry[], limitFactor: number): Promise<void> {
  for (const [limit, key] of tries) await write((work) => countTry(work, limit, key, limitFactor), { mayBeLost: true });
}

/** Counts them likewise, and answers whether all were left. */
export async function hasTries(write: Write, tries: readonly CountedTry[], limitFactor: number): Promise<boolean> {
  try {
    await countTries(write, tries, limitFactor);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

export async function giveBackTries(write: Write, tries: readonly CountedTry[]): Promise<void> {
  await write(async (work) => {
    for (const [limit, key] of tries) await giveBackTry(work, limit, key);
  });
}
