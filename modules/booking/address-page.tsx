import type { ReactElement } from 'react';
import type { AddressTexts } from '#islands/address/texts.ts';
import { contactPart, deliveryPart, invoicePart } from '#modules/orders/index.ts';
import type { TypedAddresses } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, offersDelivery } from '#modules/orders/rules/draft-address.ts';
import type { Translator } from '#src/platform/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage } from './step-page.tsx';
import { stepProps } from './step-props.ts';

/** Which addresses an event asks for, each with the fields that make sense there. */
export function AddressPage(props: {
  booking: BookingContext;
  typed: TypedAddresses;
  faults: AddressErrors;
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
    <StepPage
      booking={booking}
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
  );
}

const textsOf = (words: Translator): AddressTexts => ({
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
