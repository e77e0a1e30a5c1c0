/** What a mail says, and how it travels; what the outbox stores and what a transport takes. */
import { isEmail } from '#src/kernel/email.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MailFailure } from './failures.ts';

export type MailAttachment = {
  name: string;
  /** Media type, with parameters where they matter: `text/calendar; charset=utf-8; method=PUBLISH`. */
  type: string;
  bytes: Uint8Array;
  /** Makes it a picture inside the HTML, addressed as `cid:{inlineId}`. */
  inlineId?: string;
};

export type MailContent = {
  subject: string;
  /** The line that a list of mails shows after the subject; it is already inside `html`. */
  preheader?: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
  /** Where one click ends all mails of this kind (RFC 8058); mails about an order or an account have none. */
  unsubscribe?: string;
  /** Whom answers go to; without it they go to the sender, who often reads none. */
  replyTo?: Mailbox;
};

export type Mailbox = { address: string; name?: string };

export type MailEnvelope = {
  /** Always of our own domain, or DMARC fails; an organizer goes into `replyTo`. */
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** `<what.number@our.domain>`, see `messageId`. */
  messageId: string;
  date: Instant;
  /** Further headers, for instance `References` of the order's first mail or `Content-Language`. */
  headers?: Readonly<Record<string, string>>;
};

export type SendOutcome =
  | { kind: 'sent'; reply: string }
  /** Try again later: the network, a 4xx answer, or our own login at the server. */
  | { kind: 'temporary'; failure: MailFailure; reason: string }
  /** Never try again: the server refused this mail for good (5xx), or the address is none. */
  | { kind: 'permanent'; failure: MailFailure; reason: string };

export type Transport = {
  send(envelope: MailEnvelope, content: MailContent): Promise<SendOutcome>;
  close(): void;
};

/** Organizers and buyers write names and titles; none of them may begin a new header line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Whose mail this is: an address as people have it, or the house's own on a machine without a domain (`no-reply@localhost`). */
export const isSender = (text: string): boolean => isEmail(text) || /^[\w.+-]{1,64}@[a-z0-9-]{1,63}$/i.test(text);

/** A Message-ID of our own domain; `what` is unique for the mail, such as `order-4711.confirmation.1`. */
export function messageId(what: string, ownAddress: string): string {
  const domain = ownAddress.slice(ownAddress.lastIndexOf('@') + 1);
  return `<${what.replace(/[^A-Za-z0-9.-]/g, '-')}@${domain}>`;
}
