import type { Work } from '#src/data/work.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { Withdrawal } from '../schema.ts';

export type Reader = 'buyer' | 'sender';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** Receipt with text and time. */
    WithdrawalReceived: { withdrawalId: number; to: Reader };
    /** To the person who decides. */
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
      // Organizers see mails of an order, and the statement names its sender.
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
