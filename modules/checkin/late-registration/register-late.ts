import { and, eq } from 'drizzle-orm';
import { buyerWithoutAddress, findOrCreateUser } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { addAudit, namedItems, placeOrder } from '#modules/orders/index.ts';
import type { Basket, Booking } from '#modules/orders/rules/booking.ts';
import { deskCatalog } from '#modules/orders/rules/desk-sale.ts';
import { checkEntries, completeBasket } from '#modules/orders/rules/entry-check.ts';
import { type Quote, requireOpenEvent } from '#modules/orders/rules/pricing.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import { chooseBankTransfer, receivePayment } from '#modules/payments/index.ts';
import type { BankConfig } from '#src/config/config.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { cashMethod } from '#src/kernel/payment-methods.ts';
import { refuseFields, refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import type { AtGate } from '../at-gate.ts';
import { refuse } from '../rules/problems.ts';
import { lateRegistrations } from '../schema.ts';
import { starterNames } from './read-late.ts';

export type LateBasket = Pick<Basket, 'teams' | 'contactAddress'>;

/** Books nothing. @throws Problem CASH_NOT_ALLOWED, and the refusals of a booking */
export async function quoteLate(
  reader: Reader,
  published: Catalog,
  input: LateBasket,
  { now, language, isOffice = false }: { now: Instant; language: Locale; isOffice?: boolean },
): Promise<Quote> {
  if (!published.event.cashAtDesk && !isOffice) return refuse('CASH_NOT_ALLOWED');
  const catalog = deskCatalog(published, now, { isOffice });
  requireOpenEvent(catalog, now);
  const basket = completeBasket(catalog, {
    ...input,
    ...{ appliedVouchers: [], cancellationProtections: [], deliveryAddress: null, invoiceAddress: null },
  });
  checkEntries(catalog, basket, now);
  // Refuses a second registration before cash is taken.
  const alreadyRegistered = await starterNames(reader, basket);
  if (alreadyRegistered.length > 0) refuseOrder('TICKET_ALREADY_BOOKED', { participants: alreadyRegistered });
  const known = await withMembers(reader, catalog, () => basket.teams, { asker: null, enterer: 'desk', now });
  const priced = quote(known, basket, [], now);
  return { ...priced, orderItems: namedItems(priced.orderItems, language) };
}

export type AtDesk = Pick<AtGate, 'eventId' | 'userId' | 'deviceId'> & { gate: string | null };
export type LateBooking = Pick<Booking, 'teams' | 'contactAddress' | 'totalPrice'>;
/** Cash and card at hand are money of the organizer; only the office may choose the others. */
export const officePayments = ['complimentary', 'transfer', 'cash', 'card'] as const;
export type OfficePayment = (typeof officePayments)[number];
type RegisterLate = {
  booking: LateBooking;
  key: string;
  language: Locale;
  /** Default: cash. */
  payment?: OfficePayment;
  /** Account for transfers. */
  bank?: BankConfig | null;
  /** Entered in the office, without the desk's surcharge. */
  isOffice?: boolean;
};
export type Registered = { orderId: number; amount: Cents };

/** Above manual speed. Limits the mails that a stolen device can trigger. */
const registrations: Limit = { name: 'late-registrations', most: 300, windowMs: hours(1), per: 'account' };

export const nameOfDesk = ({ userId, deviceId }: AtDesk): string =>
  deviceId === null ? `user-${userId}` : `device-${deviceId}`;

/** An earlier registration with the same idempotency key at this desk. */
export async function registeredAs(reader: Reader | Tx, by: AtDesk, key: string): Promise<Registered | null> {
  const [row] = await reader
    .select({ orderId: lateRegistrations.orderId, amount: lateRegistrations.amount })
    .from(lateRegistrations)
    .where(and(eq(lateRegistrations.eventId, by.eventId), eq(lateRegistrations.callKey, `${nameOfDesk(by)}|${key}`)));
  return row ?? null;
}

/**
 * One registration per desk and key.
 * @throws Problem CASH_NOT_ALLOWED, TOO_MANY_REQUESTS, PAYMENT_INIT_FAILED (no transfer possible), VALIDATION_FAILED (a transfer
 * needs an email address), and those of a booking
 */
export async function registerLate(
  work: Work,
  by: AtDesk,
  { booking, key, language, payment = 'cash', bank = null, isOffice = false }: RegisterLate,
): Promise<Registered> {
  const { tx } = work;
  const before = await registeredAs(tx, by, key);
  if (before) return before;
  const { eventId } = by;
  const catalog = (await catalogOf(tx, eventId)) ?? refuseGenerally('NOT_FOUND');
  const isAtHand = payment === 'cash' || payment === 'card';
  if (isAtHand && !catalog.event.cashAtDesk) return refuse('CASH_NOT_ALLOWED');
  await countTry(work, registrations, `${eventId}|${nameOfDesk(by)}`, 1);
  const [first] = booking.teams.flatMap(({ participants }) => participants);
  if (payment === 'transfer' && !first?.email) refuseFields({ 'teams.0.participants.0.email': ['required'] });
  const buyer = first?.email
    ? await findOrCreateUser(work, first.email, { language: null })
    : await buyerWithoutAddress(work, eventId);
  const { orderId, totalPrice, status } = await placeOrder(work, {
    eventId,
    booking: {
      ...booking,
      ...{ appliedVouchers: [], cancellationProtections: [], deliveryAddress: null, invoiceAddress: null },
      ...{ termsAccepted: true, eventConditionsAccepted: true },
    },
    // The desk has checked the person. No browser has this visit, so it gives no access to the order.
    viewer: { userId: buyer.id, visitId: `desk-${eventId}-${nameOfDesk(by)}`, level: 'verified' },
    language,
    idempotencyKey: null,
    origin: { clientAddress: '', limitFactor: 0 },
    atDesk: { editorId: by.userId, isOffice },
    ...(payment === 'complimentary' && by.userId !== null
      ? { byOrganizer: { editorId: by.userId, isComplimentary: true, withholdsTickets: false } }
      : {}),
  });
  if (payment === 'transfer' && status === 'pending') await chooseBankTransfer(work, { orderId, bank });
  const amount = status === 'pending' && isAtHand ? totalPrice : zeroCents;
  if (amount > 0) {
    const outcome = await receivePayment(work, {
      ...{ orderId, method: cashMethod, amount, editorId: by.userId },
      reference: `desk|${orderId}`,
      note: payment === 'card' ? translatorFor(language).t('office.cardNote') : (by.gate ?? ''),
    });
    assert(outcome === 'completed', `an order that was just placed is complete with its cash, not ${outcome}`);
  }
  const { userId, deviceId } = by;
  await tx.insert(lateRegistrations).values({
    ...{ orderId, eventId, callKey: `${nameOfDesk(by)}|${key}`, amount, createdAt: work.now },
    ...(deviceId === null ? { userId } : { deviceId }),
  });
  // A device has no account, so the history names its gate.
  if (deviceId !== null)
    await addAudit(work, {
      orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.lateByDevice',
      changes: [{ field: 'gate', before: null, after: by.gate }],
    });
  return { orderId, amount };
}
