import { type CalendarDate, dateParts } from '#src/kernel/time.ts';

/**
 * Of the sentence `newsletter.consent`, which people agree to. Another wording is another version; a test holds both
 * together.
 */
export const consentTextVersion = '1';

/** In which country somebody lives is not known for sure, so the higher of the ages that the law names holds everywhere. */
const ageOfConsent = 16;

/** Its link opens as long, and nobody is asked twice for one organizer within it. */
export const questionDays = 30;
/** What nobody proved is of no use then; what was taken back stays as a proof for as long as somebody may ask for it. */
export const unprovenDays = 90;
export const proofYears = 3;

/**
 * How it became certain that whoever agreed has the mailbox.
 * login   they had proven it when they ordered
 * visit   they logged in afterwards, in the same visit
 * order   they confirmed the order by the link of its mail
 * mail    they confirmed this very wish by the link of the mail that asks for it
 * before  the address has agreed to news of this organizer already, and that is proven
 */
export const proofs = ['login', 'visit', 'order', 'mail', 'before'] as const;
export type Proof = (typeof proofs)[number];
export const withdrawals = ['link', 'settings', 'accountDeleted'] as const;
export type Withdrawal = (typeof withdrawals)[number];

/**
 * Whether a buyer may be asked at all. What the account says decides. Without that, whoever enters nobody but children
 * may be one of them; for everybody else the sentence itself says the age.
 */
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
