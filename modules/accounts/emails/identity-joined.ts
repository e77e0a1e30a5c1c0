import type { MailType } from '#src/mail/kinds.ts';
import { providerLabel } from '../providers/provider-label.ts';
import { accountMail, ownerNotice } from './account-mail.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    MailIdentityJoined: { provider: string };
  }
}

/** Warns the owner, so that a stranger's identity is noticed. */
export const identityJoinedMail = (publicUrl: string): MailType =>
  accountMail('MailIdentityJoined', (i18n, params) => {
    const provider = providerLabel(i18n, params.provider);
    return ownerNotice(i18n, 'providers', {
      subject: i18n.t('providers.mail.subject', { provider }),
      text: i18n.t('providers.mail.text', { provider }),
      url: `${publicUrl}/settings/identities`,
    });
  });
