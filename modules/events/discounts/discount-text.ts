import { zeroCents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Catalog, CatalogDiscount, CatalogFormField } from '../rules/catalog.ts';
import { competitionNames } from '../rules/catalog.ts';

/** What comes off each ticket: `10 %` or `5,00 €`. */
export const offText = ({ percentOff, amountOff }: CatalogDiscount, words: Translator): string =>
  percentOff === null
    ? words.money(amountOff ?? zeroCents)
    : words.t('events.discount.percent', { percent: String(percentOff) });

export const fieldName = ({ name }: Pick<CatalogFormField, 'name'>, { locale }: Translator): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;

/** What is looked for on a list, in the words of the form; null for the e-mail address. */
export const memberField = ({ formFields }: Catalog, { memberFieldId }: CatalogDiscount, words: Translator) => {
  const field = formFields.find(({ id }) => id === memberFieldId);
  return field ? fieldName(field, words) : null;
};

/** For whom it is and until when, in a sentence for buyers. */
export function discountText(discount: CatalogDiscount, catalog: Catalog, words: Translator): string {
  const { availableTo } = discount;
  const text = forWhom(discount, catalog, words);
  return availableTo === null ? text : words.t('events.discount.until', { text, until: words.dateTime(availableTo) });
}

function forWhom(discount: CatalogDiscount, catalog: Catalog, words: Translator): string {
  const { discountKind, fromCount, childAge, competitionIds } = discount;
  const off = offText(discount, words);
  const competitions = competitionNames(catalog, competitionIds);
  if (discountKind === 'combination') return words.t('events.discount.combination', { off, competitions });
  const text = {
    family: () => words.t('events.discount.family', { off, count: fromCount, age: childAge }),
    club: () => words.t('events.discount.club', { off, count: fromCount }),
    list: () => {
      const field = memberField(catalog, discount, words);
      return field === null
        ? words.t('events.discount.listByEmail', { off })
        : words.t('events.discount.listByField', { off, field });
    },
  }[discountKind]();
  return competitions ? words.t('events.discount.only', { text, competitions }) : text;
}
