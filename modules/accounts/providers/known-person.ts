import { normalizeEmail } from '#src/kernel/email.ts';
import { type CalendarDate, dateIn, type Instant, isCalendarDate } from '#src/kernel/time.ts';
import { defaultTimeZone, type Locale } from '#src/texts/locale.ts';
import { officialIssuers } from './provider-settings.ts';

export type Profile = { firstname: string | null; lastname: string | null; birthDate: CalendarDate | null };

export type KnownPerson = Profile & {
  subject: string;
  /** Normalized. */
  email: string | null;
  /** Whether the provider proves the mailbox; otherwise a mailed code must. */
  isEmailTrusted: boolean;
};

type Claims = Readonly<Record<string, unknown>>;

/** Apple sends booleans as strings. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';
const nameOf = (value: unknown): string | null => (typeof value === 'string' && value.trim().slice(0, 100)) || null;

/**
 * Whether the issuer's claim opens the account of the address. Google proves its own mailboxes and those of a Workspace
 * (`hd`) only; any other address may have a new owner by now. Facebook proves none. Other issuers are the operator's
 * choice, so their `email_verified` is trusted.
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

/** OpenID Connect Core, section 5.1. */
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

/** Apple's `user` comes unsigned at the first login, so it only fills empty name fields. */
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

export type AuthorizationSecrets = { state: string; nonce: string; codeVerifier: string };
export type AuthorizationOptions = {
  language: Locale;
  again: boolean;
};
/** Unsigned values beside the code. */
type Extras = { appleUser: string | null };

export type Protocol = {
  authorizationUrl(secrets: AuthorizationSecrets, options: AuthorizationOptions): Promise<URL>;
  /** `answer`: query of the callback. @throws anything when the provider fails or its response is invalid */
  personOf(secrets: AuthorizationSecrets, answer: URLSearchParams, extras: Extras): Promise<KnownPerson>;
};
