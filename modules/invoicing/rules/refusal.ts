import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import { isPostal } from '#modules/organizers/rules/address.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type CalendarDate, days, type Instant, plus } from '#src/kernel/time.ts';
import { totalOf } from './billing.ts';
import type { DraftLine, PaperParty } from './paper.ts';

/**
 * Small-amount limits (gross) by the seller's country and first day; such papers need neither recipient nor seller's
 * number. § 11 (6) UStG (AT), § 33 UStDV (DE), Art. 26 (3) MWSTG (CH).
 */
const smallAmounts: Readonly<Record<string, readonly { from: string; max: Cents }[]>> = {
  AT: [
    { from: '2015-03-01', max: cents(40_000) },
    { from: '0001-01-01', max: cents(15_000) },
  ],
  DE: [
    { from: '2017-01-01', max: cents(25_000) },
    { from: '0001-01-01', max: cents(15_000) },
  ],
  CH: [{ from: '0001-01-01', max: cents(40_000) }],
};

export function isSmallAmount(country: string | null, total: Cents, on: CalendarDate): boolean {
  const rule = smallAmounts[country ?? '']?.find(({ from }) => from <= on);
  return rule !== undefined && total <= rule.max;
}

/** Countries where exempt invoices need no seller's number (§ 11 (1) 3 i UStG). */
const numberForTaxedAlone: readonly string[] = ['AT'];
export const needsSellersNumber = (country: string | null, isTaxed: boolean): boolean =>
  isTaxed || !numberForTaxedAlone.includes(country ?? '');

type RequirementInput = { seller: PaperParty; buyer: PaperParty; lines: readonly DraftLine[]; on: CalendarDate };
export type Missing = 'sellerAddress' | 'sellerTaxId' | 'buyerAddress' | null;

const hasAddress = (party: PaperParty): boolean => party.name.trim() !== '' && isPostal(party);

/** By the law of the seller's country. Small amounts need neither recipient nor tax number. */
export function missingOf({ seller, buyer, lines, on }: RequirementInput): Missing {
  if (!hasAddress(seller)) return 'sellerAddress';
  if (isSmallAmount(seller.countryCode, totalOf(lines), on)) return null;
  const isTaxed = lines.some(({ category }) => category === 'S');
  if (!seller.vatId && !seller.taxNumber && needsSellersNumber(seller.countryCode, isTaxed)) return 'sellerTaxId';
  return hasAddress(buyer) && buyer.street?.trim() ? null : 'buyerAddress';
}

type RefusalInput = {
  status: OrderStatus;
  cost: Cents;
  event: { generateInvoice: boolean; endTimestamp: Instant };
  hasAddress: boolean;
  /** When the event was settled; null: not yet. */
  closedAt: Instant | null;
  missing: Missing;
  now: Instant;
};
export type InvoiceRefusal = {
  code:
    | 'CANT_CREATE_INVOICE'
    | 'CANT_CREATE_INVOICE_EVENT'
    | 'CANT_CREATE_INVOICE_NO_ADDRESS'
    | 'CANT_CREATE_INVOICE_TOO_LATE';
  reason: 'canceled' | 'notPaid' | 'free' | 'sellerAddress' | 'sellerTaxId' | 'buyerAddress' | null;
};

/** Deadline for new invoices, if the event is not settled before. */
const daysAfterEvent = 90;
export const invoicesUntil = (event: { endTimestamp: Instant }): Instant =>
  plus(event.endTimestamp, days(daysAfterEvent));

/** null: an invoice can be issued. */
export function refusalOf(input: RefusalInput): InvoiceRefusal | null {
  const { status, cost, event, hasAddress, closedAt, missing, now } = input;
  if (!event.generateInvoice) return { code: 'CANT_CREATE_INVOICE_EVENT', reason: null };
  if (status === 'canceled') return { code: 'CANT_CREATE_INVOICE', reason: 'canceled' };
  if (!isPaidStatus(status)) return { code: 'CANT_CREATE_INVOICE', reason: 'notPaid' };
  if (cost <= 0) return { code: 'CANT_CREATE_INVOICE', reason: 'free' };
  // Checked before the address, so that buyers do not enter an address in vain.
  if (now > invoicesUntil(event) || closedAt !== null) return { code: 'CANT_CREATE_INVOICE_TOO_LATE', reason: null };
  if (!hasAddress) return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: null };
  if (missing === 'buyerAddress') return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: missing };
  return missing === null ? null : { code: 'CANT_CREATE_INVOICE', reason: missing };
}

/** Price minus refunds; for canceled orders what was not refunded. */
export function costOf(
  { status, totalPrice }: { status: OrderStatus; totalPrice: Cents },
  { kept, open }: { kept: Cents; open: Cents },
): Cents {
  const held = isPaidStatus(status) ? kept + open : kept;
  return Math.max(0, Math.min(totalPrice, held)) as Cents;
}
