import type { Locale } from './locale.ts';
import type { MailContent } from './mail/message.ts';

/** Makes the content of one mail type when it is about to be sent. null: the reason for the mail is gone. */
export type MailType = {
  type: string;
  make(params: Record<string, unknown>, locale: Locale): Promise<MailContent | null>;
};

export type Mailer = {
  /** Sends up to `most` waiting mails, most urgent first. Answers how many it took. */
  sendWaiting(most: number): Promise<number>;
  /** Sends one mail at once. */
  sendNow(uniqueKey: string): Promise<'sent' | 'later' | 'refused'>;
};
