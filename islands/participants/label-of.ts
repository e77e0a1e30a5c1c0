import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Locale } from '#src/ui/format.ts';

export const labelOf = ({ name }: CatalogFormField, locale: Locale): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;
