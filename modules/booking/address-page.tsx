import type { ReactElement } from 'react';
import { addressKeys } from '#islands/address/texts.ts';
import { contactPart, deliveryPart, invoicePart } from '#modules/orders/index.ts';
import type { TypedAddresses } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, offersDelivery } from '#modules/orders/rules/draft-address.ts';
import { textsOf } from '#src/platform/island-texts.ts';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

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
  const contact = typed.contactAddress ?? {};
  const postal = event.needsContactAddress;
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'delivery-address', { refused }),
        parts: [
          contactPart(contact, postal, words),
          ...(offersDelivery(event) ? [deliveryPart(typed.deliveryAddress, contact, words)] : []),
          invoicePart(typed.invoiceAddress, contact, words),
        ],
        countries: words.countries().map(({ code, name }) => ({ value: code, label: name })),
        faults,
        remember: mayRemember && postal ? words.t('orderAddress.remember') : null,
        own: textsOf(words, addressKeys),
      }}
    />
  );
}
