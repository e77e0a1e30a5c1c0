import type { Locale } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import type { Withdrawal } from '../schema.ts';

/** `buyer`: the address of the order, which may read what is in it; `sender`: what they said themselves, and no more. */
export type Reader = 'buyer' | 'sender';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    /** That it arrived, with what it says, and when. */
    WithdrawalReceived: { withdrawalId: number; to: 'buyer' | 'sender' };
    /** To whoever decides. */
    WithdrawalToDecide: { withdrawalId: number };
    WithdrawalAnswered: { withdrawalId: number; to: 'buyer' | 'sender' };
  }
}

export const postReceived = (
  work: Work,
  { id, orderId }: Withdrawal,
  to: Reader,
  recipient: string,
  locale: Locale,
): Promise<boolean> =>
  work.post({
    type: 'WithdrawalReceived',
    uniqueKey: `WithdrawalReceived|${id}|${to}`,
    recipient,
    locale,
    params: { withdrawalId: id, to },
    // The mails of an order are shown to its organizer, and who declared it stands in the statement.
    ...(to === 'buyer' && orderId !== null ? { orderId } : {}),
  });

export const postToDecide = (work: Work, { id, language }: Withdrawal, recipient: string): Promise<boolean> =>
  work.post({
    type: 'WithdrawalToDecide',
    uniqueKey: `WithdrawalToDecide|${id}`,
    recipient,
    locale: language,
    params: { withdrawalId: id },
  });

export const postAnswered = (
  work: Work,
  { id, orderId }: Withdrawal,
  to: Reader,
  recipient: string,
  locale: Locale,
): Promise<boolean> =>
  work.post({
    type: 'WithdrawalAnswered',
    uniqueKey: `WithdrawalAnswered|${id}|${to}`,
    recipient,
    locale,
    params: { withdrawalId: id, to },
    ...(to === 'buyer' && orderId !== null ? { orderId } : {}),
  });
