import { type Translator, wordsFor } from '#src/platform/locale.ts';
import type { MailBlock } from '#src/platform/mail/body.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import { type MailKind, type MailParams, type MailType, mailType } from '#src/platform/mail/kinds.ts';

type Said = {
  subject: string;
  preheader: string;
  blocks: MailBlock[];
  /** Why it was sent. */
  why: string;
};

/** A mail about an account: it belongs to no event, so it wears the name of the product. */
export const accountMail = <Kind extends MailKind>(
  type: Kind,
  say: (words: Translator, params: MailParams[Kind]) => Said,
): MailType =>
  mailType(type, {
    async make(params, locale) {
      const words = wordsFor(locale);
      const { subject, preheader, blocks, why } = say(words, params);
      const brand = words.t('ui.product.name');
      return renderMail(subject, { lang: words.htmlLang, preheader, brand, blocks, footer: [why, brand] });
    },
  });
