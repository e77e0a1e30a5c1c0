import type { Locale } from '#src/texts/locale.ts';
import type { MailContent } from './message.ts';

/**
 * What each kind of mail is made of, by its type. A module declares its own kinds beside what makes them:
 * `declare module '#src/mail/kinds.ts' { interface MailParams { OrderConfirmation: { orderId: number } } }`.
 * Params are stored as JSON; a field that came later is optional, since mails of before may still wait.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface MailParams {}

export type MailKind = keyof MailParams;
/** A type with the params of that type. */
export type SomeMail = { [Kind in MailKind]: { type: Kind; params: MailParams[Kind] } }[MailKind];

/** Whom a kind of mail is for; the preview groups the kinds by it. `buyer` includes people who wait, or were offered a place. */
export const mailAudiences = ['buyer', 'participant', 'organizer', 'company', 'account'] as const;
export type MailAudience = (typeof mailAudiences)[number];

/** Makes the content of one kind of mail when it is about to be sent. null: the reason for the mail is gone. */
export type MailType = {
  type: string;
  audience: MailAudience;
  make(params: object, locale: Locale): Promise<MailContent | null>;
  /**
   * The same mail as its organizer may look at it beforehand: invented people and sums in the wording, the brand and the
   * competitions of that event. Papers are left out.
   */
  sample?(eventId: number, locale: Locale): Promise<MailContent | null>;
};

/** Mails of a type are posted with the params of that type alone (`NewMail`), so what is read is what was written. */
export const mailType = <Kind extends MailKind>(
  type: Kind,
  kind: {
    audience: MailAudience;
    make(params: MailParams[Kind], locale: Locale): Promise<MailContent | null>;
    sample?: MailType['sample'];
  },
): MailType => ({ type, ...kind, make: (params, locale) => kind.make(params as MailParams[Kind], locale) });

/** A mail of the outbox: its row was written by `post`, which takes a type only with the params of that type. */
export const storedMail = ({ type, params }: { type: string; params: Record<string, unknown> }): SomeMail =>
  ({ type, params }) as SomeMail;
