import type { ReactElement } from 'react';
import { addressKeys } from '#islands/address/texts.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { addressLines, contactPart, deliveryPart, invoicePart } from '#modules/orders/index.ts';
import type { AddressInput } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, addressOfDraft, offersDelivery } from '#modules/orders/rules/draft-address.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { textsOf } from '#src/web/island-texts.ts';
import { draftAddressErrors } from './address-errors.ts';
import type { BookingContext } from './booking-frame.tsx';
import { type Ordering, OrderPart } from './order-part.tsx';
import { Refusal, type RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

export function AddressPage(props: {
  booking: BookingContext;
  input: AddressInput;
  errors: AddressErrors;
  /** For a proven mailbox: the address may be stored in the account. */
  mayRemember: boolean;
  refused?: RefusedCode | null;
  /** With scripts the order is placed here; null: on the next page. */
  ordering: Ordering | null;
  problem?: Problem | null;
}): ReactElement {
  const { booking, input, errors, mayRemember, refused = null, ordering, problem = null } = props;
  const { i18n, catalog } = booking;
  const { event } = catalog;
  const contact = input.contactAddress ?? {};
  const postal = event.needsContactAddress;
  const whole = addressOfDraft(input.contactAddress);
  const isKnown = whole !== null && Object.keys(errors).length === 0 && isWhole(input, event);
  const known = isKnown ? { lines: addressLines(whole, i18n), change: i18n.t('orders.check.change') } : null;
  return (
    <StepPage
      booking={booking}
      slot={ordering ? <OrderSection booking={booking} ordering={ordering} /> : null}
      props={{
        ...useStepProps(booking, 'delivery-address', { refused }),
        parts: [
          { ...contactPart(contact, postal, i18n), known },
          ...(offersDelivery(event) ? [deliveryPart(input.deliveryAddress, contact, i18n)] : []),
          ...(event.generateInvoice ? [invoicePart(input.invoiceAddress, contact, i18n)] : []),
        ],
        countries: countryOptions(i18n),
        errors,
        remember: mayRemember && postal ? i18n.t('orderAddress.remember') : null,
        orders: ordering && { paid: i18n.t('orders.check.order'), free: i18n.t('orders.check.orderFree') },
        own: textsOf(i18n, addressKeys),
      }}
    >
      {problem ? <Refusal booking={booking} problem={problem} step="delivery-address" isAnswer /> : null}
    </StepPage>
  );
}

/** The buyer's own address is complete and valid. */
const isWhole = ({ contactAddress }: AddressInput, event: CatalogEvent): boolean =>
  Object.keys(draftAddressErrors({ contactAddress, deliveryAddress: null, invoiceAddress: null }, event)).length === 0;

const OrderSection = (props: Parameters<typeof OrderPart>[0]): ReactElement => (
  <section className="form" aria-labelledby="order-title">
    <h2 id="order-title">{props.booking.i18n.t('orders.step.check-order')}</h2>
    <OrderPart {...props} isAfterAddress />
  </section>
);
