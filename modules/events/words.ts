import type { MailBody } from '#src/mail/frame.tsx';
import type { Translator } from '#src/texts/locale.ts';
import type { Catalog } from './rules/catalog.ts';
import { whiteLabelOf } from './rules/white-label.ts';

type Worded = { event: Pick<Catalog['event'], 'useAlternateTranslation' | 'timeZone'> };

/** The translator in the event's time zone and wording. */
export const wordsOf = (i18n: Translator, { event }: Worded): Translator =>
  i18n.withWording(event.useAlternateTranslation ? 'packages' : 'standard').in(event.timeZone);

/** Name and colour of mails about an event without an order (see `mailBodyOf` of orders). */
export function mailStyle(
  catalog: Pick<Catalog, 'event' | 'organizers'>,
  i18n: Translator,
): Pick<MailBody, 'lang' | 'brand' | 'accent'> {
  const { organizers } = catalog;
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const label = whiteLabelOf(catalog);
  const accent = label?.accent ?? main?.accentColor;
  return {
    lang: i18n.htmlLang,
    brand: label?.name ?? i18n.t('ui.product.name'),
    ...(accent ? { accent } : {}),
  };
}
