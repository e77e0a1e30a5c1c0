import { zeroCents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Catalog, CatalogDiscount, CatalogFormField } from '../rules/catalog.ts';
import { competitionNames } from '../rules/catalog.ts';

/** What comes off each ticket: `10 %` or `5,00 €`. */
export const offText = ({ percentOff, amountOff }: CatalogDiscount, i18n: Translator): string =>
  percentOff === null
    ? i18n.money(amountOff ?? zeroCents)
    : i18n.t('events.discount.percent', { percent: String(percentOff) });

export const fieldName = ({ name }: Pick<CatalogFormField, 'name'>, { locale }: Translator): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;

/** The name of the member field of a list; null: members are matched by e-mail address. */
export const memberField = ({ formFields }: Catalog, { memberFieldId }: CatalogDiscount, i18n: Translator) => {
  const field = formFields.find(({ id }) => id === memberFieldId);
  return field ? fieldName(field, i18n) : null;
};

export function discountText(discount: CatalogDiscount, catalog: Catalog, i18n: Translator): string {
  const { availableTo } = discount;
  const text = forWhom(discount, catalog, i18n);
  return availableTo === null ? text : i18n.t('events.discount.until', { text, until: i18n.dateTime(availableTo) });
}

function forWhom(discount: CatalogDiscount, catalog: Catalog, i18n: Translator): string {
  const { discountKind, fromCount, childAge, competitionIds } = discount;
  const off = offText(discount, i18n);
  const competitions = competitionNames(catalog, competitionIds);
  if (discountKind === 'combination') return i18n.t('events.discount.combination', { off, competitions });
  const text = {
    family: () => i18n.t('events.discount.family', { off, count: fromCount, age: childAge }),
    club: () => i18n.t('events.discount.club', { off, count: fromCount }),
    list: () => {
      const field = memberField(catalog, discount, i18n);
      return field === null
        ? i18n.t('events.discount.listByEmail', { off })
        : i18n.t('events.discount.listByField', { off, field });
    },
  }[discountKind]();
  return competitions ? i18n.t('events.discount.only', { text, competitions }) : text;
}
