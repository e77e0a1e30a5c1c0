import { orderIdOfKey, type PlacedOrder } from '#modules/orders/index.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { roomPath } from '#modules/waiting-room/rules/room.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import {
  type BookingContext,
  bookingContext,
  headOf,
  inLanguage,
  isSameDraft,
  type LoginCall,
  offeredTeams,
  stepBefore,
  unpaidOrderPath,
} from './booking-frame.tsx';
import { CheckPage } from './check-page.tsx';
import { logFailedBooking } from './client-log.ts';
import { type Draft, draftOf, noteOrdered, saveDraft } from './drafts.ts';
import { enterVoucher } from './enter-voucher.tsx';
import {
  acceptedField,
  type Missing,
  markOf,
  methodField,
  newsletterField,
  orderingOf,
  visibleField,
  waysOf,
} from './order-part.tsx';
import { isChecked } from './read-step.ts';
import type { RefusedCode } from './refusal.tsx';
import { withoutPeople } from './rules/draft-tabs.ts';
import { codeFieldView, maxCodes } from './rules/voucher-intent.ts';
import { submitBooking } from './submit-booking.ts';

export type OrderStatus = 200 | 400 | 409 | 429;
/** State with which an ordering page is shown again. */
export type OrderView = { problem?: Problem | null; missing?: Missing; refused?: RefusedCode | null };
export type ShowOrder = (after: BookingContext, shown: OrderView, status: OrderStatus) => Promise<Response>;

export const renderReview =
  (call: LoginCall): ShowOrder =>
  async (booking, { problem = null, missing = {}, refused = null }, status) => {
    const ordering = await orderingOf(call, booking, missing);
    return call.render(
      <CheckPage {...{ booking, problem, ordering, refused }} />,
      { ...headOf(booking, 'check-order'), ...ordering.ways.head },
      status,
    );
  };

/** The order this form has already made, when its button is pressed twice. */
export async function orderedBefore(call: LoginCall): Promise<Response | null> {
  const id = await orderIdOfKey(call.deps.read, call.viewer, keyOf(call));
  return id === null ? null : call.redirect(`/orders/${id}`);
}
const keyOf = ({ form }: LoginCall): string => String(form.get('key') ?? '').slice(0, 200);

export async function postCheck(call: LoginCall): Promise<Response> {
  const otherLanguage = inLanguage(call);
  if (otherLanguage) return call.redirect(otherLanguage);
  return (await orderedBefore(call)) ?? orderDraft(call, call.record ?? refuse('NOT_FOUND'), renderReview(call));
}

/** Orders. Repeated submits, in two tabs or after going back, order once. */
export async function orderDraft(call: LoginCall, booking: BookingContext, show: ShowOrder): Promise<Response> {
  const elsewhere = (await unpaidOrderPath(call, booking)) ?? stepBefore(call, booking, 'check-order');
  if (elsewhere) return call.redirect(elsewhere);
  const entered = await enterVoucher(call, booking, booking.draft.data, true, (after, refused, status) =>
    show(after, { refused }, status),
  );
  if (entered) return entered;
  const isPaid = (booking.quote?.totalPrice ?? 0) > 0;
  const method = isPaid ? call.form.get(methodField) : null;
  const missing: Missing = {
    accepted: !isChecked(call.form, acceptedField),
    method: method !== null && !waysOf(call, booking).methods.includes(String(method)),
  };
  if (missing.accepted || missing.method) return show(booking, { missing }, 400);
  try {
    const placed = await placeDraft(call, booking);
    if (method !== null && placed.status !== 'complete') {
      const { orderId } = placed;
      const to = await call.deps.beginPayment({ orderId, method: String(method), locale: call.i18n.locale });
      return call.context.redirect(to, 303);
    }
    // An outdated page, or one on which nothing can be paid: the payment step explains.
    const target = placed.status === 'complete' ? 'completed' : 'payment';
    return call.redirect(`/events/${encodeURIComponent(booking.eventRef)}/${target}?order=${placed.orderId}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The draft stays for their turn.
    if (error.code === 'WAITING_ROOM_NOT_YOUR_TURN') return call.redirect(roomPath(booking.eventRef));
    logFailedBooking(call.deps.log, { code: error.code, details: error.details, basket: booking.basket });
    const { retryAfterSeconds } = error.details;
    if (typeof retryAfterSeconds === 'number') call.context.header('retry-after', String(retryAfterSeconds));
    // Places or codes may be taken meanwhile: shows the current price beside the reason. If another tab has ordered,
    // nothing is left to show.
    const after = await bookingContext(call);
    const gone = stepBefore(call, after, 'check-order');
    const status = error.code === 'TOO_MANY_REQUESTS' ? 429 : 409;
    return gone ? call.redirect(gone) : show(after, { problem: error }, status);
  }
}

/**
 * Books exactly what the page showed; other people, another total or an invalid code are refused. The draft is
 * compared again when it is emptied, so that two tabs cannot order it twice and people entered by a third stay.
 */
function placeDraft(call: LoginCall, booking: BookingContext): Promise<PlacedOrder> {
  const key = keyOf(call);
  const { deps, viewer, clientAddress, now, form } = call;
  const { event } = booking.catalog;
  const codes = form.getAll(codeFieldView).slice(0, maxCodes).map(String);
  const visibleTotal = String(form.get('totalPrice') ?? '');
  const { data } = booking.draft;
  // A form with the address has changed the draft itself; the rest must match what it showed.
  const isShown = form.has(visibleField) ? form.get(visibleField) === markOf(data) : key === booking.draft.key;
  if (key !== '' && !isShown) refuseChanged();
  let current: Draft | null = null;
  const mark = form.get(newsletterField);
  return submitBooking(
    { deps, viewer, clientAddress, now, i18n: call.i18n },
    {
      eventId: event.id,
      booking: {
        ...booking.basket,
        appliedVouchers: codes.map((code) => ({ code: code.slice(0, 100) })),
        totalPrice: /^\d{1,12}$/.test(visibleTotal) ? Number(visibleTotal) : -1,
        termsAccepted: true,
        eventConditionsAccepted: true,
      },
      idempotencyKey: key || null,
      consent: typeof mark === 'string' ? { mark } : null,
      async check(work) {
        current = await draftOf(work.tx, viewer.visitId, event.id);
        if (!isSame(booking, current)) refuseChanged();
      },
      async finish(work, { orderId }) {
        await noteOrdered(work, viewer, { eventId: event.id, orderId });
        await saveDraft(work, {
          viewer,
          eventId: event.id,
          data: withoutPeople({ ...present(current, 'the draft that was compared').data, teams: data.teams }),
          orderId,
        });
      },
    },
  );
}

const refuseChanged = (): never => refuse('NOT_MATCHING_ORDER_TOTAL', { reason: 'draftChanged' });

/** Compares content: another tab may save the same data again. */
const isSame = ({ catalog, draft }: BookingContext, { data }: Draft): boolean =>
  isSameDraft(draft.data, { ...data, teams: offeredTeams(catalog, data.teams) });
