/** A field for an address is no longer than SMTP carries (RFC 5321). */
export const emailLength = 254;

/**
 * The one rule of what an address is, wherever one is typed, sent or written to, so that whoever books can log in as well.
 * Blanks around it are taken off by whoever reads it: none may reach the head of a mail.
 */
export const isEmail = (text: string): boolean => text === text.trim() && normalizeEmail(text) !== null;

/**
 * One way to write an e-mail address, so that one mailbox is one account: trimmed, NFKC, lower case, the domain in its
 * ASCII form (RFC 5891). Dots and `+tags` stay, because only the mailbox's own server knows what they mean.
 * Answers null when the text is no address that a mail could go to.
 */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().normalize('NFKC').toLowerCase();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const domain = asciiDomain(email.slice(at + 1));
  if (!domain || local.length > 64 || !localShape.test(local)) return null;
  return local.length + domain.length + 1 <= emailLength ? `${local}@${domain}` : null;
}

/** Atoms with single dots between them (RFC 5321, without what nobody has: quoted ones). */
const localShape = /^[^\s<>()[\]\\,;:@".\p{Cc}]+(?:\.[^\s<>()[\]\\,;:@".\p{Cc}]+)*$/u;
/** Labels of up to 63 characters, at least two, the last of them no number (RFC 1123). */
const domainShape = /^(?=.*\.[a-z0-9-]*[a-z][a-z0-9-]*$)(?:(?!-)[a-z0-9-]{0,62}[a-z0-9](?:\.|$))+$/;

function asciiDomain(domain: string): string | null {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return null;
  try {
    const ascii = new URL(`http://${domain}`).hostname;
    return domainShape.test(ascii) ? ascii : null;
  } catch {
    return null;
  }
}
