import { type CalendarDate, dateParts } from '#src/kernel/time.ts';

/** Version of the text `newsletter.consent`. A test requires a new version when the wording changes. */
export const consentTextVersion = '1';

/** Years. The country of residence is uncertain, so the highest legal age applies everywhere. */
const ageOfConsent = 16;

/** The link of the mail is valid this long, and an address is asked once per organizer within it. */
export const questionDays = 30;
export const unprovenDays = 90;
export const proofYears = 3;

/**
 * How the ownership of the mailbox was proven. login: before the order. visit: by a login later in the same visit.
 * order: by the link of the order's mail. mail: by the link of the mail that asks for consent. before: the address
 * already has a proven consent for this organizer.
 */
export const proofs = ['login', 'visit', 'order', 'mail', 'before'] as const;
export type Proof = (typeof proofs)[number];
export const withdrawals = ['link', 'settings', 'accountDeleted'] as const;
export type Withdrawal = (typeof withdrawals)[number];

/** The birth date of the account decides. Without one, a buyer who enters only children may be a child. */
export function mayBeAsked(
  { account, participants }: { account: CalendarDate | null; participants: readonly (string | null)[] },
  today: CalendarDate,
): boolean {
  const { year } = dateParts(today);
  const latest = `${String(year - ageOfConsent).padStart(4, '0')}${today.slice(4)}`;
  const isOldEnough = (birthDate: string) => birthDate <= latest;
  if (account !== null) return isOldEnough(account);
  return participants.some((birthDate) => birthDate === null || isOldEnough(birthDate));
}
