import type { Words } from '#src/platform/locale.ts';
import type { Catalog } from './rules/catalog.ts';

/** Words in the zone and the wording of an event, for the public and for those who manage it. */
export const wordsOf = (words: Words, { event }: Pick<Catalog, 'event'>): Words =>
  words.withWording(event.useAlternateTranslation ? 'packages' : 'standard').in(event.timeZone);
