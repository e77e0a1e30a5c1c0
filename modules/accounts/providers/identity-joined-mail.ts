import type { MailType } from '#src/platform/mail/kinds.ts';
import { accountMail } from '../emails/account-mail.ts';
import { providerLabel } from './provider-label.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    MailIdentityJoined: { provider: string };
  }
}

/** Tells the owner of an account who can open it from now on, so that a stranger's way in is seen. */
export const identityJoinedMail = (publicUrl: string): MailType =>
  accountMail('MailIdentityJoined', (words, params) => {
    const provider = providerLabel(words, params.provider);
    const subject = words.t('providers.mail.subject', { provider });
    const text = words.t('providers.mail.text', { provider });
    return {
      subject,
      preheader: text,
      blocks: [
        { kind: 'heading', text: subject },
        { kind: 'paragraph', text },
        { kind: 'paragraph', text: words.t('providers.mail.notYou') },
        { kind: 'button', label: words.t('providers.mail.button'), url: `${publicUrl}/settings/identities` },
      ],
      why: words.t('providers.mail.why'),
    };
  });
