import { changeSettings, userById } from '#modules/accounts/index.ts';
import type { DraftAddress } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, addressOfDraft, draftOfAddress } from '#modules/orders/rules/draft-address.ts';
import { draftAddressErrors } from './address-errors.ts';
import { AddressPage } from './address-page.tsx';
import { type BookingContext, bookingContext, headOf, keepDraft, type LoginCall, nextStep } from './booking-frame.tsx';
import { type OrderStatus, type OrderView, orderDraft } from './order-draft.tsx';
import { orderingOf } from './order-part.tsx';
import { addressOfOtherEvents } from './other-events.ts';
import type { DraftData } from './rules/draft.ts';
import { isRenderedElsewhere } from './rules/folded-people.ts';
import { orderIntent } from './rules/voucher-intent.ts';

const mayRemember = ({ viewer }: LoginCall): boolean => viewer.level === 'verified' && viewer.impersonator === null;

export const showAddress = async (
  call: LoginCall,
  booking: BookingContext,
  data: DraftData,
  shown: OrderView & { errors?: AddressErrors; status?: OrderStatus } = {},
): Promise<Response> => {
  const canOrder = booking.quote !== null && !isRenderedElsewhere(booking.draft.data.teams);
  const ordering = canOrder ? await orderingOf(call, booking, shown.missing ?? {}) : null;
  const input = { ...data, contactAddress: data.contactAddress ?? (await knownAddress(call, booking)) };
  return call.render(
    <AddressPage
      booking={booking}
      input={input}
      errors={shown.errors ?? {}}
      refused={shown.refused ?? null}
      mayRemember={mayRemember(call)}
      ordering={ordering}
      problem={shown.problem ?? null}
    />,
    { ...headOf(booking, 'delivery-address'), ...ordering?.ways.head },
    shown.status ?? 200,
  );
};

/**
 * In this order: the address entered for another event in this visit, the stored address of a proven mailbox, the
 * first participant.
 */
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

/** Saves the input and, if valid, goes on or orders. */
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
  return orderDraft(call, await bookingContext(call), (after, shown, status) =>
    showAddress(call, after, after.draft.data, { ...shown, status }),
  );
}
