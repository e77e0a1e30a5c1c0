import type { ReactElement } from 'react';
import type { AddressField, AddressPartProps, AddressTexts } from '#islands/address/texts.ts';
import BookingStep from '#islands/BookingStep.tsx';
import { Island } from '#src/platform/island.tsx';
import type { Words } from '#src/platform/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import type { DraftAddress } from '../rules/draft.ts';
import {
  type AddressFaults,
  type AddressPart,
  offersDelivery,
  partBoxes,
  type TypedAddresses,
} from '../rules/draft-address.ts';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { stepProps } from './step-props.ts';

/** Which addresses an event asks for, each with the fields that make sense there. */
export function AddressPage(props: {
  booking: BookingContext;
  typed: TypedAddresses;
  faults: AddressFaults;
  /** Whoever proved a mailbox may keep the address in the account. */
  mayRemember: boolean;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, typed, faults, mayRemember, refused = null } = props;
  const { words, catalog } = booking;
  const { event } = catalog;
  const { csrfToken } = usePage();
  const contact = typed.contactAddress ?? {};
  const postal = event.needsContactAddress;
  return (
    <div className="stack">
      <BookingHead booking={booking} step="delivery-address" />
      <Island
        name="BookingStep"
        of={BookingStep}
        props={{
          ...stepProps(booking, 'delivery-address', { csrfToken, refused }),
          parts: [
            contactPart(contact, postal, words),
            ...(offersDelivery(event) ? [deliveryPart(typed.deliveryAddress, contact, words)] : []),
            invoicePart(typed.invoiceAddress, contact, words),
          ],
          countries: words.countries().map(({ code, name }) => ({ value: code, label: name })),
          faults,
          remember: mayRemember && postal ? words.t('orderAddress.remember') : null,
          own: textsOf(words),
        }}
      />
    </div>
  );
}

const textsOf = (words: Words): AddressTexts => ({
  intro: words.t('orders.address.intro'),
  choose: words.t('ui.form.choose'),
  optional: words.t('ui.form.optional'),
  faults: {
    required: words.t('ui.form.missing'),
    tooLong: words.t('orders.fault.tooLong'),
    vatId: words.t('problem.field.vatId'),
    phone: words.t('problem.field.phone'),
    phoneCountry: words.t('orderAddress.phoneCountry'),
  },
  oddPostcode: words.t('orderAddress.oddPostcode'),
  summary: {
    contact: words.t('orderAddress.error.contact', { field: '{field}', error: '{error}' }),
    delivery: words.t('orders.address.deliveryError', { field: '{field}', error: '{error}' }),
    invoice: words.t('orderAddress.error.invoice', { field: '{field}', error: '{error}' }),
  },
});

const salutations = {
  contact: ['female', 'male', 'diverse'],
  invoice: ['female', 'male', 'diverse', 'company', 'association'],
} as const;
/** What a browser's address book calls the parts (HTML, autofill detail tokens). */
const sections = { contact: 'section-contact', delivery: 'shipping', invoice: 'billing' } as const;

/** The fields of one part; `address` has what stands in them. */
function fieldsOf(part: AddressPart, address: DraftAddress, words: Words) {
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
  const { t } = words;
  const needed = { isRequired: true };
  const short = { isShort: true };
  return {
    gender: (choices: readonly ('female' | 'male' | 'diverse' | 'company' | 'association')[]) =>
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

/** What the other addresses begin with: most likely it is the same person. */
const buyerIn = ({ firstName = '', lastName = '' }: DraftAddress): DraftAddress => ({ firstName, lastName });

function contactPart(address: DraftAddress, postal: boolean, words: Words): AddressPartProps {
  const of = fieldsOf('contact', address, words);
  const phone = of.phone(words.t(postal ? 'orders.field.phoneHint' : 'orderAddress.phoneHintWithCode'));
  return {
    part: 'contact',
    legend: words.t('orders.address.contact'),
    box: null,
    rows: [[of.gender(salutations.contact)], of.names, ...(postal ? [of.street, of.town, [of.country]] : []), [phone]],
    more: {
      label: words.t(postal ? 'orderAddress.more' : 'orderAddress.moreOfName'),
      rows: [of.titles, [of.company], [of.club], ...(postal ? [[of.additional]] : [])],
    },
  };
}

function deliveryPart(address: DraftAddress | null, contact: DraftAddress, words: Words): AddressPartProps {
  const of = fieldsOf('delivery', address ?? buyerIn(contact), words);
  return {
    part: 'delivery',
    legend: words.t('orders.address.delivery'),
    box: {
      name: partBoxes.delivery,
      label: words.t('orders.address.different'),
      hint: words.t('orderAddress.differentHint'),
      isTicked: address !== null,
    },
    rows: [of.names, of.street, of.town, [of.country]],
    more: { label: words.t('orderAddress.moreOfDelivery'), rows: [[of.company], [of.additional]] },
  };
}

export function invoicePart(address: DraftAddress | null, contact: DraftAddress, words: Words): AddressPartProps {
  const of = fieldsOf('invoice', address ?? { gender: 'company', ...buyerIn(contact) }, words);
  return {
    part: 'invoice',
    legend: words.t('orders.address.invoice'),
    box: {
      name: partBoxes.invoice,
      label: words.t('orderAddress.differentInvoice'),
      hint: words.t('orderAddress.differentInvoiceHint'),
      isTicked: address !== null,
    },
    rows: [[of.gender(salutations.invoice)], [of.company], of.names, of.street, of.town, [of.country], [of.vatId]],
    more: { label: words.t('orderAddress.moreOfInvoice'), rows: [of.titles, [of.additional]] },
  };
}
