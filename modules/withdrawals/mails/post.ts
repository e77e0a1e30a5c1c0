import type { Work } from '#src/data/work.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { Withdrawal } from '../schema.ts';

/** `buyer`: the address of the order, which may read what is in it; `sender`: what they said themselves, and no more. */
export type Reader = 'buyer' | 'sender';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** That it arrived, with what it says, and when. */
    WithdrawalReceived: { withdrawalId: number; to: Reader };
    /** To whoever decides. */
    WithdrawalToDecide: { withdrawalId: number };
    WithdrawalAnswered: { withdrawalId: number; to: Reader };
  }
}

type Post = (work: Work, of: Withdrawal, to: Reader, recipient: string, locale: Locale) => Promise<boolean>;

const posting =
  (type: 'WithdrawalReceived' | 'WithdrawalAnswered'): Post =>
  (work, { id, orderId }, to, recipient, locale) =>
    work.post({
      type,
      uniqueKey: `${type}|${id}|${to}`,
      recipient,
      locale,
      params: { withdrawalId: id, to },
      // The mails of an order are shown to its organizer, and who declared it stands in the statement.
      ...(to === 'buyer' && orderId !== null ? { orderId } : {}),
    });

export const postReceived = posting('WithdrawalReceived');
export const postAnswered = posting('WithdrawalAnswered');

export const postToDecide = (work: Work, { id, language }: Withdrawal, recipient: string): Promise<boolean> =>
  work.post({
    type: 'WithdrawalToDecide',
    uniqueKey: `WithdrawalToDecide|${id}`,
    recipient,
    locale: language,
    params: { withdrawalId: id },
  });
