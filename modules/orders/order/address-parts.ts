import type { AddressField, AddressPartProps } from '#islands/address/texts.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { DraftAddress } from '../rules/draft.ts';
import { type AddressPart, partBoxes, salutations } from '../rules/draft-address.ts';

const salutationsOf = {
  contact: ['female', 'male', 'diverse'],
  invoice: salutations,
} as const;
/** Section names of browser autofill (HTML, autofill detail tokens). */
const sections = { contact: 'section-contact', delivery: 'shipping', invoice: 'billing' } as const;

function fieldsOf(part: AddressPart, address: DraftAddress, i18n: Translator) {
  const field = (
    name: string,
    label: string,
    autoComplete: string,
    more: Partial<AddressField> = {},
  ): AddressField => ({
    name: `${part}.${name}`,
    label,
    value: address[name] ?? '',
    autoComplete: autoComplete === 'off' ? 'off' : `${sections[part]} ${autoComplete}`,
    ...more,
  });
  const { t } = i18n;
  const needed = { isRequired: true };
  const short = { isShort: true };
  return {
    gender: (choices: readonly (typeof salutations)[number][]) =>
      field('gender', t('orderAddress.salutation'), 'off', {
        choices: choices.map((value) => ({ value, label: t(`orderAddress.salutation.${value}`) })),
        value: address.gender ?? 'female',
      }),
    names: [
      field('firstName', t('orders.field.firstName'), 'given-name', needed),
      field('lastName', t('orders.field.lastName'), 'family-name', needed),
    ],
    titles: [
      field('titlePrefix', t('orderAddress.titlePrefix'), 'honorific-prefix'),
      field('titleSuffix', t('orderAddress.titleSuffix'), 'honorific-suffix'),
    ],
    company: field('companyName', t('orders.field.companyName'), 'organization'),
    club: field('sportsClub', t('orderAddress.sportsClub'), 'off'),
    vatId: field('vatId', t('orderAddress.vatId'), 'off', { hint: t('orderAddress.vatIdHint') }),
    street: [
      field('street', t('orders.field.street'), 'address-line1', needed),
      field('houseNumber', t('orderAddress.houseNumber'), 'address-line2', short),
    ],
    additional: field('additional', t('orders.field.additional'), 'address-line3'),
    town: [
      field('zipCode', t('orderAddress.zipCode'), 'postal-code', { ...needed, ...short }),
      field('city', t('orders.field.city'), 'address-level2', needed),
    ],
    country: field('countryCode', t('orders.field.country'), 'country', { ...needed, choices: 'countries' }),
    phone: (hint: string) => field('phoneNumber', t('orders.field.phone'), 'tel', { isPhone: true, hint }),
  };
}

/** Other addresses start with the buyer's name and country. */
const buyerIn = ({ firstName = '', lastName = '', countryCode = '' }: DraftAddress): DraftAddress => ({
  firstName,
  lastName,
  countryCode,
});

export function contactPart(address: DraftAddress, postal: boolean, i18n: Translator): AddressPartProps {
  const of = fieldsOf('contact', address, i18n);
  const phone = of.phone(i18n.t(postal ? 'orders.field.phoneHint' : 'orderAddress.phoneHintWithCode'));
  return {
    part: 'contact',
    legend: i18n.t('orders.address.contact'),
    box: null,
    rows: [
      [of.gender(salutationsOf.contact)],
      of.names,
      ...(postal ? [of.street, of.town, [of.country]] : []),
      [phone],
    ],
    more: {
      label: i18n.t(postal ? 'orderAddress.more' : 'orderAddress.moreOfName'),
      rows: [of.titles, [of.company], [of.club], ...(postal ? [[of.additional]] : [])],
    },
  };
}

export function deliveryPart(address: DraftAddress | null, contact: DraftAddress, i18n: Translator): AddressPartProps {
  const of = fieldsOf('delivery', address ?? buyerIn(contact), i18n);
  return {
    part: 'delivery',
    legend: i18n.t('orders.address.delivery'),
    box: {
      name: partBoxes.delivery,
      label: i18n.t('orders.address.different'),
      hint: i18n.t('orderAddress.differentHint'),
      isTicked: address !== null,
    },
    rows: [of.names, of.street, of.town, [of.country]],
    more: { label: i18n.t('orderAddress.moreOfDelivery'), rows: [[of.company], [of.additional]] },
  };
}

export function invoicePart(address: DraftAddress | null, contact: DraftAddress, i18n: Translator): AddressPartProps {
  const of = fieldsOf('invoice', address ?? { gender: 'company', ...buyerIn(contact) }, i18n);
  return {
    part: 'invoice',
    legend: i18n.t('orders.address.invoice'),
    box: {
      name: partBoxes.invoice,
      label: i18n.t('orderAddress.differentInvoice'),
      hint: i18n.t('orderAddress.differentInvoiceHint'),
      isTicked: address !== null,
    },
    rows: [[of.gender(salutationsOf.invoice)], [of.company], of.names, of.street, of.town, [of.country], [of.vatId]],
    more: { label: i18n.t('orderAddress.moreOfInvoice'), rows: [of.titles, [of.additional]] },
  };
}
