import type { Translator } from '#src/platform/locale.ts';
import type { Catalog } from './rules/catalog.ts';

/** Translator in the zone and the wording of an event, for the public and for those who manage it. */
export const wordsOf = (words: Translator, { event }: Pick<Catalog, 'event'>): Translator =>
  words.withWording(event.useAlternateTranslation ? 'packages' : 'standard').in(event.timeZone);
