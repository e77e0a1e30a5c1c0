import type { Catalog } from '#modules/events/rules/catalog.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { namedItems } from '#modules/orders/index.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import { deskCatalog } from '#modules/orders/rules/desk-sale.ts';
import { checkEntries, completeBasket } from '#modules/orders/rules/entry-check.ts';
import { type Quote, requireOpenEvent } from '#modules/orders/rules/pricing.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import { whoStarts } from './read-who-starts.ts';

/** Without vouchers, protection and shipping. */
export type LateBasket = Pick<Basket, 'teams' | 'contactAddress'>;

/**
 * Current price by the rules of the booking. Books nothing.
 * @throws Problem CASH_NOT_ALLOWED, and the refusals of a booking
 */
export async function quoteLate(
  reader: Reader,
  published: Catalog,
  asked: LateBasket,
  { now, language }: { now: Instant; language: Locale },
): Promise<Quote> {
  if (!published.event.cashAtDesk) return refuse('CASH_NOT_ALLOWED');
  const catalog = deskCatalog(published, now);
  requireOpenEvent(catalog, now);
  const basket = completeBasket(catalog, {
    ...asked,
    ...{ appliedVouchers: [], cancellationProtections: [], deliveryAddress: null, invoiceAddress: null },
  });
  checkEntries(catalog, basket, now);
  // Refuses a second registration before cash is taken.
  const twice = await whoStarts(reader, basket);
  if (twice.length > 0) refuseOrder('TICKET_ALREADY_BOOKED', { participants: twice });
  const known = await withMembers(reader, catalog, () => basket.teams, { asker: null, enterer: 'desk', now });
  const priced = quote(known, basket, [], now);
  return { ...priced, orderItems: namedItems(priced.orderItems, language) };
}
