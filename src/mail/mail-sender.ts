import type { Config } from '#src/config/config.ts';
import type { Clock } from '#src/kernel/time.ts';
import { type DescribedError, describeError, errorLine } from '#src/runtime/describe-error.ts';
import type { Locale } from '#src/texts/locale.ts';
import { failureSentence } from './failures.ts';
import type { MailType } from './kinds.ts';
import { type MailContent, messageId, type SendOutcome, type Transport } from './message.ts';

/** A row of the outbox, as far as whoever makes the mail of it has to know it. */
export type Letter = {
  id: number;
  type: string;
  params: Record<string, unknown>;
  locale: string;
  recipient: string;
};

/** `dropped`: the reason for the mail is gone. `unmade`: nothing was sent, since it could not be written. */
export type Delivery = SendOutcome | { kind: 'dropped' } | { kind: 'unmade'; reason: string; why: DescribedError };

/** Makes the mail of a letter and hands it to the mail server. */
export type MailSender = {
  deliver(letter: Letter): Promise<Delivery>;
  /** What is under way was waited for. */
  stop(): Promise<void>;
};

/** The same number has the same one, however often the mail is sent. */
export const messageIdOf = ({ type, id }: Pick<Letter, 'type' | 'id'>, { mailFrom }: Pick<Config, 'mailFrom'>) =>
  messageId(`${type.toLowerCase()}-${id}`, mailFrom.address);

/** What a letter says by now. null: its reason is gone. @throws whatever goes wrong in making it */
export async function contentOf(types: readonly MailType[], letter: Letter): Promise<MailContent | null> {
  const type = types.find((each) => each.type === letter.type) ?? refuseUnknown();
  return type.make(letter.params, letter.locale as Locale);
}

class UnknownType extends Error {}
const refuseUnknown = (): never => {
  throw new UnknownType();
};

/** What becomes of a letter that could not be made. */
export const unmade = (error: unknown): Delivery =>
  error instanceof UnknownType
    ? { kind: 'permanent', failure: 'unmade', reason: 'no such mail type' }
    : { kind: 'unmade', reason: errorLine(error), why: describeError(error) };

/** One in this very process. */
export const postman = ({
  types,
  transport,
  config,
  clock,
}: {
  types(): readonly MailType[];
  transport: Transport;
  config: Pick<Config, 'mailFrom'>;
  clock: Clock;
}): MailSender => ({
  async deliver(letter) {
    let content: MailContent | null;
    try {
      content = await contentOf(types(), letter);
    } catch (error) {
      return unmade(error);
    }
    if (content === null) return { kind: 'dropped' };
    const { replyTo, unsubscribe } = content;
    return transport.send(
      {
        from: config.mailFrom,
        to: { address: letter.recipient },
        ...(replyTo ? { replyTo } : {}),
        messageId: messageIdOf(letter, config),
        date: clock(),
        headers: {
          'Content-Language': letter.locale === 'de' ? 'de' : 'en-US',
          ...(unsubscribe ? oneClick(unsubscribe) : {}),
        },
      },
      content,
    );
  },
  async stop() {
    transport.close();
  },
});

/** Where no mail server is set: every mail waits for one. */
export const noPostman: MailSender = {
  deliver: async () => ({ kind: 'temporary', failure: 'unset', reason: failureSentence('unset') }),
  stop: async () => {},
};

const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
