import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailContent } from '#src/platform/mail/message.ts';
import type { MailType } from '#src/platform/mailer.ts';

/** The code first and alone; nothing in the subject, because lock screens show subjects. */
export const loginCodeMail: MailType = {
  type: 'MailCode',
  async make({ code, expiresAt }, locale): Promise<MailContent> {
    const words = wordsFor(locale);
    return renderMail(words.t('accounts.codeMail.subject'), {
      lang: words.htmlLang,
      preheader: words.t('accounts.codeMail.preheader'),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'code', label: words.t('accounts.codeMail.label'), code: String(code) },
        { kind: 'paragraph', text: words.t('accounts.codeMail.until', { time: words.time(Number(expiresAt)) }) },
        { kind: 'hint', text: words.t('accounts.codeMail.warning') },
      ],
      footer: [words.t('accounts.codeMail.why'), words.t('ui.product.name')],
    });
  },
};
