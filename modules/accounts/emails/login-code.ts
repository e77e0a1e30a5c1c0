import type { Instant } from '#src/kernel/time.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mail/kinds.ts';
import { mailType } from '#src/platform/mail/kinds.ts';
import { deviceWords } from '../pages/device-words.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    MailCode: {
      code: string;
      expiresAt: Instant;
      at?: Instant;
      browser?: string | null;
      system?: string | null;
    };
  }
}

/** The code first and alone; nothing in the subject, because lock screens show subjects. */
export const loginCodeMail: MailType = mailType('MailCode', {
  async make({ code, expiresAt, at, browser = null, system = null }, locale) {
    const words = wordsFor(locale);
    const device = deviceWords(words, { browser, system });
    return renderMail(words.t('accounts.codeMail.subject'), {
      lang: words.htmlLang,
      preheader: words.t('accounts.codeMail.preheader'),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'code', label: words.t('accounts.codeMail.label'), code: code },
        { kind: 'paragraph', text: words.t('accounts.codeMail.until', { time: words.time(expiresAt) }) },
        ...(at !== undefined
          ? [
              {
                kind: 'hint' as const,
                text: words.t('ownOrder.codeMail.requested', { at: words.dateTime(at), device }),
              },
            ]
          : []),
        { kind: 'hint', text: words.t('accounts.codeMail.warning') },
      ],
      footer: [words.t('accounts.codeMail.why'), words.t('ui.product.name')],
    });
  },
});
