import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { days, type Instant, minutes, plus } from '#src/kernel/time.ts';

/** How long a transfer of an unproven mailbox is waited for where the event says nothing. */
const daysOfUnproven = 10;

type Order = { awaitsProof: boolean };

/** Until when a transfer that is chosen now is waited for; null: until somebody sees it. */
export function transferEnd(
  { awaitsProof }: Order,
  { bankTransferHoldDays }: Pick<CatalogEvent, 'bankTransferHoldDays'>,
  now: Instant,
): Instant | null {
  const most = bankTransferHoldDays ?? (awaitsProof ? daysOfUnproven : null);
  return most === null ? null : plus(now, days(most));
}

/** Until when what was added to a paid order has to be paid: as long as a transfer may take, and before the event begins. */
export function additionEnd(
  { bankTransferHoldDays, startTimestamp }: Pick<CatalogEvent, 'bankTransferHoldDays' | 'startTimestamp'>,
  now: Instant,
): Instant {
  const end = plus(now, days(bankTransferHoldDays ?? daysOfUnproven));
  return now < startTimestamp && startTimestamp < end ? startTimestamp : end;
}

/** How long the places of an order that comes back are held from now on. */
export const holdEnd = (
  order: Order & { paymentMethod: string | null },
  event: Pick<CatalogEvent, 'bankTransferHoldDays' | 'onlinePaymentHoldMinutes'>,
  now: Instant,
): Instant | null =>
  order.paymentMethod === 'bank' ? transferEnd(order, event, now) : plus(now, minutes(event.onlinePaymentHoldMinutes));
