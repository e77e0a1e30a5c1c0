import type { Deps } from '#src/platform/deps.ts';
import type { MailType } from '#src/platform/mail/kinds.ts';
import type { Transport } from '#src/platform/mail/message.ts';
import { postman } from '#src/platform/mail/postman.ts';
import { type Mailer, makeMailer } from '#src/platform/mailer.ts';

/** The outbox of a shop whose mails go to this mail server. */
export function mailerOver(deps: Deps, transport: Transport, all: readonly MailType[] = deps.mailTypes()): Mailer {
  const types = () => all;
  return makeMailer({ ...deps, postman: postman({ ...deps, types, transport }), types });
}
