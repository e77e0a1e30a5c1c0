import { remembered } from './remembered.ts';

/** A field for an address is no longer than SMTP carries (RFC 5321). */
export const emailLength = 254;

/**
 * The one rule of what an address is, wherever one is typed, sent or written to, so that whoever books can log in as well.
 * Blanks around it are taken off by whoever reads it: none may reach the head of a mail.
 */
export const isEmail = (text: string): boolean => text === text.trim() && normalizeEmail(text) !== null;

/** What is wrong with an address: a letter outside ASCII before the @, which stands behind the colon, or anything else. */
export type EmailError = 'email' | `emailLetter:${string}`;
export function emailError(text: string): EmailError {
  const local = /^(.*)@/su.exec(text.normalize('NFKC'))?.[1] ?? '';
  const letter = /(?!\p{ASCII})[\p{L}\p{N}]/u.exec(local)?.[0];
  return letter === undefined ? 'email' : `emailLetter:${letter}`;
}
/** The same as the error of a schema's field. */
export const emailIssue = ({ input }: { input?: unknown }): EmailError => emailError(String(input));

/**
 * One way to write an e-mail address, so that one mailbox is one account: trimmed, NFKC, lower case, the domain in its
 * ASCII form (RFC 5891). Dots and `+tags` stay, because only the mailbox's own server knows what they mean.
 * Answers null when the text is no address that a mail could go to.
 */
export const normalizeEmail = remembered((text): string | null => {
  const [, local = '', domain] = shape.exec(text.trim().normalize('NFKC').toLowerCase()) ?? [];
  try {
    const { hostname } = new URL(`http://${domain}`);
    const isShort = local.length + hostname.length < emailLength;
    return isShort && domainShape.test(hostname) ? `${local}@${hostname}` : null;
  } catch {
    return null;
  }
});

/**
 * Atoms of ASCII with single dots between them (RFC 5321, without quoted ones, which nobody has; few servers take anything
 * else), and whatever may be a domain name.
 */
const shape = /^(?!\.|.*\.[.@])((?:(?![<>()[\]\\,;:@"])[!-~]){1,64})@([\p{L}\p{M}\p{N}.-]+)$/u;
/** At least two labels of up to 63 characters, the last of two letters or more, or an internationalized one. */
const domainShape = /^(?=.*\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$)(?:(?!-)[a-z0-9-]{0,62}[a-z0-9](?:\.|$))+$/;
