import { consentOffer, giveConsent } from '#modules/newsletter/index.ts';
import { orderIdOfKey, type PlacedOrder, placeOrder } from '#modules/orders/index.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { tryingCodes } from '#modules/vouchers/index.ts';
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
} from './booking-frame.tsx';
import { CheckPage, methodField, newsletterField, type OfferedNews } from './check-page.tsx';
import { logFailedBooking } from './client-log.ts';
import { type Draft, draftOf, noteOrdered, saveDraft } from './drafts.ts';
import { enterVoucher } from './enter-voucher.tsx';
import type { WaysToPay } from './needs.ts';
import { isChecked } from './read-step.ts';
import { withoutPeople } from './rules/draft-tabs.ts';
import { mostCodes, shownCodeField } from './rules/voucher-intent.ts';

type ShownCheck = Partial<Omit<Parameters<typeof CheckPage>[0], 'booking' | 'news' | 'ways' | 'chosen'>>;

/** How this order would be paid, by what the device says it is. */
const waysOf = ({ deps, context }: LoginCall, { catalog, words }: BookingContext): WaysToPay =>
  deps.waysToPay({ event: catalog.event, userAgent: context.req.header('user-agent') ?? '', words });

export async function showCheck(
  call: LoginCall,
  booking: BookingContext,
  shown: ShownCheck = {},
  status: 200 | 400 | 409 | 429 = 200,
): Promise<Response> {
  const ways = waysOf(call, booking);
  const chosen = call.form.get(methodField);
  return call.render(
    <CheckPage
      booking={booking}
      problem={null}
      missing={{}}
      accepted={{}}
      {...shown}
      ways={ways}
      chosen={typeof chosen === 'string' ? chosen : null}
      news={await newsOf(call, booking)}
    />,
    { ...headOf(booking, 'check-order'), ...ways.head },
    status,
  );
}

/** The organizer's sentence, ticked where the posted form had just this one ticked. */
async function newsOf({ deps, viewer, now, form }: LoginCall, booking: BookingContext): Promise<OfferedNews | null> {
  const { catalog, basket, words } = booking;
  const offer = await consentOffer(deps.read, { catalog, buyer: viewer, teams: basket.teams, words, now });
  if (!offer) return null;
  return { ...offer, isTicked: form.get(newsletterField) === offer.mark, isAskedByMail: viewer.level !== 'verified' };
}

/** Orders. Pressing the button twice, in two tabs or after going back, orders once. */
export async function orderDraft(call: LoginCall): Promise<Response> {
  const otherLanguage = inLanguage(call);
  if (otherLanguage) return call.redirect(otherLanguage);
  const key = String(call.form.get('key') ?? '').slice(0, 200);
  const before = await orderIdOfKey(call.deps.read, call.viewer, key);
  if (before !== null) return call.redirect(`/orders/${before}`);
  const booking = call.record ?? refuse('NOT_FOUND');
  const elsewhere = stepBefore(call, booking, 'check-order');
  if (elsewhere) return call.redirect(elsewhere);

  const [terms, conditions] = [isChecked(call.form, 'termsAccepted'), isChecked(call.form, 'eventConditionsAccepted')];
  const entered = await enterVoucher(call, booking, booking.draft.data, true, (after, refused, status) =>
    showCheck(call, after, { accepted: { terms, conditions }, refused }, status),
  );
  if (entered) return entered;
  const isPaid = (booking.quote?.totalPrice ?? 0) > 0;
  const method = isPaid ? call.form.get(methodField) : null;
  const isUnknown = method !== null && !waysOf(call, booking).methods.includes(String(method));
  const again = (shown: BookingContext, problem: Problem | null, status: 400 | 409 | 429) =>
    showCheck(
      call,
      shown,
      {
        problem,
        missing: { terms: !terms, conditions: !conditions, method: isUnknown },
        accepted: { terms, conditions },
      },
      status,
    );
  if (!terms || !conditions || isUnknown) return again(booking, null, 400);
  try {
    const placed = await placeDraft(call, booking, key);
    if (method !== null && placed.status !== 'complete') {
      const { orderId } = placed;
      const to = await call.deps.beginPayment({ orderId, method: String(method), locale: call.words.locale });
      return call.context.redirect(to, 303);
    }
    // A page of before, or one on which nothing can be paid: the step of paying says what is to be done.
    const target = placed.status === 'complete' ? 'completed' : 'payment';
    return call.redirect(`/events/${encodeURIComponent(booking.eventRef)}/${target}?order=${placed.orderId}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    logFailedBooking(call.deps.log, { code: error.code, details: error.details, basket: booking.basket });
    const { retryAfterSeconds } = error.details;
    if (typeof retryAfterSeconds === 'number') call.context.header('retry-after', String(retryAfterSeconds));
    // Somebody may have been faster with a place or a code: the price of now is shown beside the reason. Where another tab
    // was faster with the order itself, there is nothing left to show.
    const after = await bookingContext(call);
    const gone = stepBefore(call, after, 'check-order');
    return gone ? call.redirect(gone) : again(after, error, error.code === 'TOO_MANY_REQUESTS' ? 429 : 409);
  }
}

/**
 * Books what the page showed: other people, another sum, or a code that no longer works, is refused and shown again. The
 * draft is compared once more where it is emptied, so two tabs never order it twice, and whom a third one enters at that
 * moment is not lost.
 */
function placeDraft(call: LoginCall, booking: BookingContext, key: string): Promise<PlacedOrder> {
  const { deps, viewer, clientAddress, now, form } = call;
  const { event } = booking.catalog;
  const codes = form.getAll(shownCodeField).slice(0, mostCodes).map(String);
  const shownTotal = String(form.get('totalPrice') ?? '');
  if (key !== '' && key !== booking.draft.key) refuseChanged();
  return tryingCodes({ deps, viewer, clientAddress, now }, codes, () =>
    deps.write(async (work) => {
      const isOrdered = (await orderIdOfKey(work.tx, viewer, key)) !== null;
      const current = await draftOf(work.tx, viewer.visitId, event.id);
      if (!isOrdered && !isSame(booking, current)) refuseChanged();
      const order = await placeOrder(work, {
        eventId: event.id,
        booking: {
          ...booking.basket,
          appliedVouchers: codes.map((code) => ({ code: code.slice(0, 100) })),
          totalPrice: /^\d{1,12}$/.test(shownTotal) ? Number(shownTotal) : -1,
          termsAccepted: true,
          eventConditionsAccepted: true,
        },
        viewer,
        language: call.words.locale,
        idempotencyKey: key || null,
        origin: { clientAddress, limitFactor: deps.config.limitFactor },
      });
      if (isOrdered) return order;
      // Who ticked nothing sends nothing, and a sentence that is another one by now was not agreed to.
      const mark = form.get(newsletterField);
      if (typeof mark === 'string') {
        const { catalog, basket, words } = booking;
        await giveConsent(work, { orderId: order.orderId, catalog, basket, buyer: viewer, words, mark });
      }
      await noteOrdered(work, viewer, { eventId: event.id, orderId: order.orderId });
      await saveDraft(work, {
        viewer,
        eventId: event.id,
        data: withoutPeople({ ...current.data, teams: booking.draft.data.teams }),
        orderId: order.orderId,
      });
      return order;
    }),
  );
}

const refuseChanged = (): never => refuse('NOT_MATCHING_ORDER_TOTAL', { reason: 'draftChanged' });

/** By what it says: a tab that keeps the same once more changes nothing. */
const isSame = ({ catalog, draft }: BookingContext, { data }: Draft): boolean =>
  isSameDraft(draft.data, { ...data, teams: offeredTeams(catalog, data.teams) });
