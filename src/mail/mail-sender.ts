import type { Config } from '#src/config/config.ts';
import type { Clock } from '#src/kernel/time.ts';
import { type DescribedError, describeError, errorLine } from '#src/runtime/describe-error.ts';
import type { Locale } from '#src/texts/locale.ts';
import { failureSentence } from './failures.ts';
import type { MailType } from './kinds.ts';
import { type MailContent, messageId, type SendOutcome, type Transport } from './message.ts';

/** A row of the outbox, as far as rendering needs it. */
export type Letter = {
  id: number;
  type: string;
  params: Record<string, unknown>;
  locale: string;
  recipient: string;
};

/** `dropped`: the reason for the mail has gone. `unmade`: rendering failed, nothing was sent. */
export type Delivery = SendOutcome | { kind: 'dropped' } | { kind: 'unmade'; reason: string; why: DescribedError };

/** Renders a letter and hands it to the mail server. */
export type MailSender = {
  deliver(letter: Letter): Promise<Delivery>;
  /** Waits for letters under way. */
  stop(): Promise<void>;
};

/** The same id has the same Message-ID, however often it is sent. */
export const messageIdOf = ({ type, id }: Pick<Letter, 'type' | 'id'>, { mailFrom }: Pick<Config, 'mailFrom'>) =>
  messageId(`${type.toLowerCase()}-${id}`, mailFrom.address);

/** The content of a letter. null: its reason has gone. @throws errors of rendering */
export async function contentOf(types: readonly MailType[], letter: Letter): Promise<MailContent | null> {
  const type = types.find((each) => each.type === letter.type) ?? refuseUnknown();
  return type.make(letter.params, letter.locale as Locale);
}

class UnknownType extends Error {}
const refuseUnknown = (): never => {
  throw new UnknownType();
};

/** The result for a letter that could not be rendered. */
export const renderFailure = (error: unknown): Delivery =>
  error instanceof UnknownType
    ? { kind: 'permanent', failure: 'unmade', reason: 'no such mail type' }
    : { kind: 'unmade', reason: errorLine(error), why: describeError(error) };

/** Sends within this process. */
export const mailSender = ({
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
      return renderFailure(error);
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

/** Without a mail server every mail waits. */
export const waitingMailSender: MailSender = {
  deliver: async () => ({ kind: 'temporary', failure: 'unset', reason: failureSentence('unset') }),
  stop: async () => {},
};

const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
