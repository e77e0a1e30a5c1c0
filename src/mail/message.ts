import { isEmail } from '#src/kernel/email.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MailFailure } from './failures.ts';

export type MailAttachment = {
  name: string;
  /** Media type with parameters, such as `text/calendar; charset=utf-8; method=PUBLISH`. */
  type: string;
  bytes: Uint8Array;
  /** Embeds it as a picture, addressed as `cid:{inlineId}`. */
  inlineId?: string;
};

export type MailContent = {
  subject: string;
  /** The preview line of mail lists; already part of `html`. */
  preheader?: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
  /** One-click unsubscribe (RFC 8058); mails about an order or an account have none. */
  unsubscribe?: string;
  /** Without it replies go to the sender. */
  replyTo?: Mailbox;
};

export type Mailbox = { address: string; name?: string };

export type MailEnvelope = {
  /** Of our own domain, or DMARC fails; an organizer is in `replyTo`. */
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  /** `<what.number@our.domain>`, see `messageId`. */
  messageId: string;
  date: Instant;
  /** Such as `References` of the order's first mail or `Content-Language`. */
  headers?: Readonly<Record<string, string>>;
};

export type SendOutcome =
  | { kind: 'sent'; reply: string }
  /** Try again later: the network, a 4xx answer, or our login failed. */
  | { kind: 'temporary'; failure: MailFailure; reason: string }
  /** Never try again: a 5xx answer, or an invalid address. */
  | { kind: 'permanent'; failure: MailFailure; reason: string };

export type Transport = {
  send(envelope: MailEnvelope, content: MailContent): Promise<SendOutcome>;
  close(): void;
};

/** Names and titles come from users and must not start a new header line. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** A mailbox of people, or of a machine without a domain (`no-reply@localhost`). */
export const isSender = (text: string): boolean => isEmail(text) || /^[\w.+-]{1,64}@[a-z0-9-]{1,63}$/i.test(text);

/** `what` is unique for the mail, such as `order-4711.confirmation.1`. */
export function messageId(what: string, ownAddress: string): string {
  const domain = ownAddress.slice(ownAddress.lastIndexOf('@') + 1);
  return `<${what.replace(/[^A-Za-z0-9.-]/g, '-')}@${domain}>`;
}
