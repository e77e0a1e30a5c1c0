import type { ReactElement } from 'react';
import { addressKeys } from '#islands/address/texts.ts';
import { addressNames, changeSettings, readPhone, userById } from '#modules/accounts/index.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { addressLines, contactPart, deliveryPart, invoicePart } from '#modules/orders/index.ts';
import type { AddressInput, DraftAddress } from '#modules/orders/rules/draft.ts';
import {
  type AddressErrors,
  type AddressEvent,
  addressInputErrors,
  addressOfDraft,
  draftOfAddress,
  offersDelivery,
} from '#modules/orders/rules/draft-address.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { textsOf } from '#src/web/island-texts.ts';
import { type BookingContext, bookingContext, headOf, keepDraft, type LoginCall, nextStep } from './booking-frame.tsx';
import { type OrderStatus, type OrderView, orderDraft } from './order-draft.tsx';
import { type Ordering, OrderPart, orderingOf } from './order-part.tsx';
import { addressOfOtherEvents } from './other-events.tsx';
import { Refusal, type RefusedCode } from './refusal.tsx';
import type { DraftData } from './rules/draft.ts';
import { isRenderedElsewhere } from './rules/folded-people.ts';
import { orderIntent } from './rules/voucher-intent.ts';
import { StepPage, useStepProps } from './step-page.tsx';

function AddressPage(props: {
  booking: BookingContext;
  input: AddressInput;
  errors: AddressErrors;
  mayRemember: boolean;
  refused?: RefusedCode | null;
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

export function draftAddressErrors(input: AddressInput, event: AddressEvent): AddressErrors {
  const { contactAddress } = input;
  const read = readPhone({ number: contactAddress?.phoneNumber ?? '' }, contactAddress?.countryCode);
  const errors = { ...addressInputErrors(input, event) };
  for (const [part, address] of Object.entries({
    contact: contactAddress,
    delivery: input.deliveryAddress,
    invoice: input.invoiceAddress,
  }))
    for (const name of addressNames)
      if (address?.[name] && holdsWebAddress(address[name])) errors[`${part}.${name}`] = 'webAddress';
  // Without a country a number cannot be read; the missing country is reported instead.
  const isUnknown = 'error' in read && read.error === 'phoneCountry' && event.needsContactAddress;
  return 'error' in read && !isUnknown ? { 'contact.phoneNumber': read.error, ...errors } : errors;
}

const mayRemember = ({ viewer }: LoginCall): boolean => viewer.level === 'verified' && viewer.impersonator === null;

export const showAddress = async (
  call: LoginCall,
  booking: BookingContext,
  data: DraftData,
  view: OrderView & { errors?: AddressErrors; status?: OrderStatus } = {},
): Promise<Response> => {
  const canOrder = booking.quote !== null && !isRenderedElsewhere(booking.draft.data.teams);
  const ordering = canOrder ? await orderingOf(call, booking, view.missing ?? {}) : null;
  const input = { ...data, contactAddress: data.contactAddress ?? (await knownAddress(call, booking)) };
  return call.render(
    <AddressPage
      booking={booking}
      input={input}
      errors={view.errors ?? {}}
      refused={view.refused ?? null}
      mayRemember={mayRemember(call)}
      ordering={ordering}
      problem={view.problem ?? null}
    />,
    { ...headOf(booking, 'delivery-address'), ...ordering?.ways.head },
    view.status ?? 200,
  );
};

/** Order: entered for another event in this visit, stored for a proven mailbox, first participant. */
async function knownAddress(call: LoginCall, booking: BookingContext): Promise<DraftAddress> {
  const input = await addressOfOtherEvents(call.deps.read, call.viewer.visitId, booking.catalog.event.id);
  if (input) return input;
  if (call.viewer.level === 'verified') {
    const user = await userById(call.deps.read, call.viewer.userId);
    if (user?.contactAddress) return draftOfAddress(user.contactAddress);
  }
  const first = booking.draft.data.teams[0]?.participants[0];
  return {
    firstName: first?.firstName.trim() ?? '',
    lastName: first?.lastName.trim() ?? '',
    ...(first?.gender ? { gender: first.gender } : {}),
    ...(booking.home ? { countryCode: booking.home } : {}),
  };
}

export async function goOnFromAddress(call: LoginCall, booking: BookingContext, data: DraftData): Promise<Response> {
  const { event } = booking.catalog;
  await keepDraft(call, booking, data);
  const errors = draftAddressErrors(data, event);
  if (Object.keys(errors).length > 0) return showAddress(call, booking, data, { errors: errors, status: 400 });
  const contactAddress = addressOfDraft(data.contactAddress);
  if (contactAddress && event.needsContactAddress && call.form.has('remember') && mayRemember(call)) {
    await call.deps.write((work) => changeSettings(work, call.viewer.userId, { contactAddress }));
  }
  if (call.form.get('intent') !== orderIntent) return call.redirect(nextStep(booking, 'delivery-address'));
  return orderDraft(call, await bookingContext(call), (after, view, status) =>
    showAddress(call, after, after.draft.data, { ...view, status }),
  );
}
