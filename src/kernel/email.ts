import { memoize } from './memoize.ts';

/** The maximum of SMTP (RFC 5321). */
export const emailLength = 254;

/**
 * The one definition of an e-mail address for forms, logins and sending. Callers trim it first: no blank may reach a mail header.
 */
export const isEmail = (text: string): boolean => text === text.trim() && normalizeEmail(text) !== null;

/** A non-ASCII character before the @ is named after the colon; `email` is any other error. */
export type EmailError = 'email' | `emailLetter:${string}`;
export function emailError(text: string): EmailError {
  const local = /^(.*)@/su.exec(text.normalize('NFKC'))?.[1] ?? '';
  const letter = /(?!\p{ASCII})[\p{L}\p{N}]/u.exec(local)?.[0];
  return letter === undefined ? 'email' : `emailLetter:${letter}`;
}
export const emailIssue = ({ input }: { input?: unknown }): EmailError => emailError(String(input));

/**
 * Normalizes an e-mail address, so that one mailbox is one account: trimmed, NFKC, lower case, the domain in ASCII (RFC 5891).
 * Dots and `+tags` remain, because only the mailbox's server knows their meaning. null when it is no address.
 */
export const normalizeEmail = memoize((text): string | null => {
  const [, local = '', domain] = shape.exec(text.trim().normalize('NFKC').toLowerCase()) ?? [];
  try {
    const { hostname } = new URL(`http://${domain}`);
    const isShort = local.length + hostname.length < emailLength;
    return isShort && domainShape.test(hostname) ? `${local}@${hostname}` : null;
  } catch {
    return null;
  }
});

/** ASCII atoms with single dots (RFC 5321, without quoted ones, which nobody uses), and a domain name. */
const shape = /^(?!\.|.*\.[.@])((?:(?![<>()[\]\\,;:@"])[!-~]){1,64})@([\p{L}\p{M}\p{N}.-]+)$/u;
/** At least two labels of up to 63 characters; the last has two letters or more, or is internationalized. */
const domainShape = /^(?=.*\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$)(?:(?!-)[a-z0-9-]{0,62}[a-z0-9](?:\.|$))+$/;
