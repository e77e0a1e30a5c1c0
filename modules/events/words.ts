import type { Translator } from '#src/texts/locale.ts';
import type { Catalog } from './rules/catalog.ts';

type Worded = { event: Pick<Catalog['event'], 'useAlternateTranslation' | 'timeZone'> };

/** Translator in the zone and the wording of an event, for the public and for those who manage it. */
export const wordsOf = (i18n: Translator, { event }: Worded): Translator =>
  i18n.withWording(event.useAlternateTranslation ? 'packages' : 'standard').in(event.timeZone);
