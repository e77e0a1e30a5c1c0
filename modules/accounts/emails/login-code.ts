import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailContent } from '#src/platform/mail/message.ts';
import type { MailType } from '#src/platform/mailer.ts';
import { deviceWords } from '../pages/device-words.ts';

/** The code first and alone; nothing in the subject, because lock screens show subjects. */
export const loginCodeMail: MailType = {
  type: 'MailCode',
  async make({ code, expiresAt, at, browser, system }, locale): Promise<MailContent> {
    const words = wordsFor(locale);
    const device = deviceWords(words, { browser: nameOr(browser), system: nameOr(system) });
    return renderMail(words.t('accounts.codeMail.subject'), {
      lang: words.htmlLang,
      preheader: words.t('accounts.codeMail.preheader'),
      brand: words.t('ui.product.name'),
      blocks: [
        { kind: 'code', label: words.t('accounts.codeMail.label'), code: String(code) },
        { kind: 'paragraph', text: words.t('accounts.codeMail.until', { time: words.time(Number(expiresAt)) }) },
        ...(typeof at === 'number'
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
};

const nameOr = (name: unknown): string | null => (typeof name === 'string' ? name : null);
