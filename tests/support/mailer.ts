import type { MailType } from '#src/mail/kinds.ts';
import { mailSender } from '#src/mail/mail-sender.ts';
import { type Mailer, makeMailer } from '#src/mail/mailer.ts';
import type { Transport } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';

export function mailerOver(deps: Deps, transport: Transport, all: readonly MailType[] = deps.mailTypes()): Mailer {
  const types = () => all;
  return makeMailer({ ...deps, sender: mailSender({ ...deps, types, transport }), types });
}
