import type { Locale, MessageKey, Translator } from '#src/texts/locale.ts';
import type { MailContent } from './message.ts';

/**
 * The params of each kind of mail, by its type. A module adds its kinds: `declare module '#src/mail/kinds.ts' { interface
 * MailParams { OrderConfirmation: { orderId: number } } }`. Params are stored as JSON; a new field is optional, because older
 * mails may still wait.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface MailParams {}

export type MailKind = keyof MailParams;
export type AnyMail = { [Kind in MailKind]: { type: Kind; params: MailParams[Kind] } }[MailKind];

/** The audience of a kind of mail, by which the preview groups them. `buyer` includes people on a waitlist or with an offer. */
export const mailAudiences = ['buyer', 'participant', 'organizer', 'company', 'account'] as const;
export type MailAudience = (typeof mailAudiences)[number];

/** Renders one kind of mail when it is sent. null: the reason for the mail has gone. */
export type MailType = {
  type: string;
  audience: MailAudience;
  make(params: object, locale: Locale): Promise<MailContent | null>;
  /**
   * A sample for the organizer: invented people and sums in the wording, brand and competitions of the event, without
   * attachments.
   */
  sample?(eventId: number, locale: Locale): Promise<MailContent | null>;
};

/** The cast is safe: `NewMail` posts mails of a type only with its params. */
export const mailType = <Kind extends MailKind>(
  type: Kind,
  kind: {
    audience: MailAudience;
    make(params: MailParams[Kind], locale: Locale): Promise<MailContent | null>;
    sample?: MailType['sample'];
  },
): MailType => ({ type, ...kind, make: (params, locale) => kind.make(params as MailParams[Kind], locale) });

/** The cast is safe: `post` takes a type only with its params. */
export const storedMail = ({ type, params }: { type: string; params: Record<string, unknown> }): AnyMail =>
  ({ type, params }) as AnyMail;

/** What a mail is about, for staff. */
export function mailTypeName(type: string, i18n: Translator): string {
  const key = `mailPreview.name.${type}`;
  return i18n.t(i18n.has(key) ? (key as MessageKey) : 'mailPreview.name.other');
}
