import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mail/kinds.ts';
import { mailType } from '#src/platform/mail/kinds.ts';
import { providerLabel } from './provider-label.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    MailIdentityJoined: { provider: string };
  }
}

/** Tells the owner of an account who can open it from now on, so that a stranger's way in is seen. */
export const identityJoinedMail = (publicUrl: string): MailType =>
  mailType('MailIdentityJoined', {
    async make({ provider }, locale) {
      const words = wordsFor(locale);
      const name = providerLabel(words, provider);
      return renderMail(words.t('providers.mail.subject', { provider: name }), {
        lang: words.htmlLang,
        preheader: words.t('providers.mail.text', { provider: name }),
        brand: words.t('ui.product.name'),
        blocks: [
          { kind: 'heading', text: words.t('providers.mail.subject', { provider: name }) },
          { kind: 'paragraph', text: words.t('providers.mail.text', { provider: name }) },
          { kind: 'paragraph', text: words.t('providers.mail.notYou') },
          { kind: 'button', label: words.t('providers.mail.button'), url: `${publicUrl}/settings/identities` },
        ],
        footer: [words.t('providers.mail.why'), words.t('ui.product.name')],
      });
    },
  });
