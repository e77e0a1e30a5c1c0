import { countTry, giveBackTry, type Limit } from '#src/data/limits.ts';
import type { Write } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';

/**
 * Limits of login attempts. Requesting a code counts for the network and the address; a completed login gives the count
 * back. So the limits affect requesters who never use their codes, but hardly a club that registers its members from
 * one network. Wrong codes count per code (`login/login-with-code.ts`), so a stranger cannot use up the attempts of an
 * address. When the short codes of an address are used up, the next code is long, valid for an hour in every browser
 * (`login/send-login-code.ts`). Risk: a six-digit code has five attempts of the requesting browser, and five of clients
 * without cookies if one requested it. 40 unread codes a day give 400 attempts in a million, a chance of 0.04 % per day
 * and address. One network gets 20 codes an hour, so it can use all 40 within two hours. A long code has 16 digits: at
 * 10,000 attempts a second it is found once in 280 million hours.
 */
const codesPerNetwork: Limit = { name: 'login-mail', most: 20, windowMs: hours(1), per: 'address' };
const codesPerBrowser: Limit = { name: 'login-mail-from', most: 5, windowMs: minutes(10), per: 'account' };
const codesPerEmail: Limit = { name: 'login-mail-to', most: 5, windowMs: minutes(10), per: 'account' };
const codesPerEmailFromAll: Limit = { name: 'login-mail-to-all', most: 20, windowMs: hours(1), per: 'account' };
const codesPerEmailAndDay: Limit = { name: 'login-mail-to-day', most: 40, windowMs: days(1), per: 'account' };
/** For codes that this browser did not request. Requested ones have five attempts each. */
export const triesPerNetwork: Limit = { name: 'login-try', most: 30, windowMs: minutes(10), per: 'address' };
/** Counted after the first factor, so that strangers cannot lock a person out. */
export const triesOfFactor: Limit = { name: 'factor-try', most: 5, windowMs: minutes(10), per: 'account' };
export const loginsWithoutCode: Limit = { name: 'login-without-code', most: 600, windowMs: hours(1), per: 'address' };

const emailChanges: Limit = { name: 'email-change', most: 5, windowMs: minutes(10), per: 'account' };
const emailChangesTo: Limit = { name: 'email-change-to', most: 20, windowMs: days(1), per: 'account' };
const triesOfEmailChange: Limit = { name: 'email-change-try', most: 20, windowMs: hours(1), per: 'account' };

/** Limits of the requester; above them the request is refused. `browser`: hash of its cookie. */
export const askingTries = (clientAddress: string, browser: string | null, email: string): readonly CountedTry[] => [
  [codesPerNetwork, clientAddress],
  ...(browser === null ? [] : ([[codesPerBrowser, `${browser}|${email}`]] as const)),
];

/** Above them codes are long. One network gets fewer than all together, so an attacker uses up their own first. */
export const shortCodeTries = (clientAddress: string, who: string): readonly CountedTry[] => [
  [codesPerEmail, `${who}|${clientAddress}`],
  [codesPerEmailFromAll, who],
  [codesPerEmailAndDay, who],
];

/** Separate from the limits of login codes. */
export const emailChangeTries = (clientAddress: string, userId: number, newEmail: string): readonly CountedTry[] => [
  [codesPerNetwork, clientAddress],
  [emailChanges, String(userId)],
  [emailChangesTo, newEmail],
];
export const emailChangeCodeTries = (userId: number): readonly CountedTry[] => [[triesOfEmailChange, String(userId)]];

export type CountedTry = readonly [limit: Limit, key: string];

/**
 * Each limit is counted in its own transaction: a later refusal keeps earlier counts, and a network above its limit
 * cannot use up the attempts of an address.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function countTries(write: Write, tries: readonly CountedTry[], limitFactor: number): Promise<void> {
  for (const [limit, key] of tries) await write((work) => countTry(work, limit, key, limitFactor), { mayBeLost: true });
}

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
