import type { ReactElement } from 'react';
import { addressKeys } from '#islands/address/texts.ts';
import { contactPart, deliveryPart, invoicePart } from '#modules/orders/index.ts';
import type { AddressInput } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, offersDelivery } from '#modules/orders/rules/draft-address.ts';
import { textsOf } from '#src/platform/island-texts.ts';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

/** Which addresses an event asks for, each with the fields that make sense there. */
export function AddressPage(props: {
  booking: BookingContext;
  input: AddressInput;
  errors: AddressErrors;
  /** Whoever proved a mailbox may keep the address in the account. */
  mayRemember: boolean;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, input, errors, mayRemember, refused = null } = props;
  const { words, catalog } = booking;
  const { event } = catalog;
  const contact = input.contactAddress ?? {};
  const postal = event.needsContactAddress;
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'delivery-address', { refused }),
        parts: [
          contactPart(contact, postal, words),
          ...(offersDelivery(event) ? [deliveryPart(input.deliveryAddress, contact, words)] : []),
          ...(event.generateInvoice ? [invoicePart(input.invoiceAddress, contact, words)] : []),
        ],
        countries: words.countries().map(({ code, name }) => ({ value: code, label: name })),
        errors,
        remember: mayRemember && postal ? words.t('orderAddress.remember') : null,
        own: textsOf(words, addressKeys),
      }}
    />
  );
}
