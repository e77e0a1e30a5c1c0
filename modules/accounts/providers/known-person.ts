import { normalizeEmail } from '#src/kernel/email.ts';
import { type CalendarDate, dateIn, type Instant, isCalendarDate } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { officialIssuers } from './provider-settings.ts';

/** What may fill the empty fields of a new account. */
export type Profile = { firstname: string | null; lastname: string | null; birthDate: CalendarDate | null };

/** Somebody whom a provider vouches for. */
export type KnownPerson = Profile & {
  subject: string;
  /** Normalized. */
  email: string | null;
  /** The provider may say whose mailbox that is; otherwise a mailed code has to. */
  isEmailTrusted: boolean;
};

type Claims = Readonly<Record<string, unknown>>;

/** Apple writes booleans as texts. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';
const nameOf = (value: unknown): string | null => (typeof value === 'string' && value.trim().slice(0, 100)) || null;

/**
 * Whether the issuer's word opens the account of that address. Google answers for its own mailboxes and for those of a
 * Workspace (`hd`) alone: any other address was its owner's on the day it was typed there, and may be somebody else's
 * by now. Facebook says nothing of whether an address was ever proven. Any other issuer is the operator's own choice,
 * and `email_verified` is its word.
 */
function trustsEmail(issuer: string, email: string, claims: Claims): boolean {
  if (issuer === officialIssuers.facebook || !isTrue(claims.email_verified)) return false;
  if (issuer !== officialIssuers.google) return true;
  return email.endsWith('@gmail.com') || (typeof claims.hd === 'string' && claims.hd !== '');
}

function birthDateOf(value: unknown, now: Instant): CalendarDate | null {
  const isDate = typeof value === 'string' && isCalendarDate(value) && value >= '1900-01-01';
  return isDate && value <= dateIn(now, defaultTimeZone) ? value : null;
}

/** Reads the claims of OpenID Connect (Core, section 5.1). */
export function personOfClaims(issuer: string, claims: Claims & { sub: string }, now: Instant): KnownPerson {
  const email = typeof claims.email === 'string' ? normalizeEmail(claims.email) : null;
  return {
    subject: claims.sub,
    email,
    isEmailTrusted: email !== null && trustsEmail(issuer, email, claims),
    firstname: nameOf(claims.given_name),
    lastname: nameOf(claims.family_name),
    birthDate: birthDateOf(claims.birthdate, now),
  };
}

/**
 * Apple's `user`, which comes beside the code at the very first login and is not signed: good for a name in an empty
 * field, and for nothing else.
 */
export function namesOfAppleUser(json: string | null): { given_name?: string; family_name?: string } {
  if (!json || json.length > 2000) return {};
  try {
    const name = (JSON.parse(json) as { name?: { firstName?: unknown; lastName?: unknown } } | null)?.name;
    const [first, last] = [nameOf(name?.firstName), nameOf(name?.lastName)];
    return { ...(first ? { given_name: first } : {}), ...(last ? { family_name: last } : {}) };
  } catch {
    return {};
  }
}
