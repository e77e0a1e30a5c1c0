import { type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { DatevBooking } from './datev.ts';
import { isByCard } from './fee-lines.ts';

/**
 * Accounts by SKR 03 of the platform's books. Buyers' money belongs to organizers, so it is a liability and no revenue.
 */
export const accounts = {
  bank: '1200',
  /** Balance at the payment provider. */
  provider: '1360',
  /** Disagio and ticket fees: taxed here, and with reverse charge. */
  fees: '8400',
  feesAbroad: '8336',
  /** Vouchers paid and articles sold by the platform. */
  vouchers: '4600',
  articles: '8200',
} as const;
/** Each organizer is a creditor. */
const organizerAccount = (organizerId: number | null): string => String(70_000 + (organizerId ?? 0));

export type MoneyMove = {
  date: CalendarDate;
  organizerId: number | null;
  organizerName: string;
  eventTitle: string;
  amount: Cents;
} & (
  | { kind: 'payment' | 'refund'; method: string }
  | { kind: 'fees'; settlement: string; taxCategory: 'S' | 'AE' }
  | { kind: 'vouchers' | 'articles'; settlement: string }
  | { kind: 'payout' | 'payoutReturned'; settlement: string }
);

/** `wayNamed` gives the label of a payment method. Refunded fees are negative and swap sides. */
export function bookingOf(move: MoneyMove, wayNamed: (method: string) => string): DatevBooking {
  const { date, organizerId, organizerName, eventTitle } = move;
  const organizer = organizerAccount(organizerId);
  const about = { date, amount: cents(Math.abs(move.amount)), account: organizer };
  switch (move.kind) {
    case 'payment':
    case 'refund': {
      const contra = isByCard(move.method) ? accounts.provider : accounts.bank;
      const side = move.kind === 'payment' ? 'H' : 'S';
      const text = `${move.kind === 'payment' ? 'Zahlungen' : 'Erstattungen'} ${wayNamed(move.method)} ${eventTitle}`;
      return { ...about, side, contra, voucher: compactDay(date), text };
    }
    case 'fees': {
      const contra = move.taxCategory === 'AE' ? accounts.feesAbroad : accounts.fees;
      return {
        ...about,
        side: move.amount < 0 ? 'H' : 'S',
        contra,
        voucher: move.settlement,
        text: `Gebühren ${eventTitle} ${organizerName}`,
      };
    }
    case 'vouchers':
    case 'articles': {
      const isOwed = (move.kind === 'vouchers') === move.amount > 0;
      const text = `${move.kind === 'vouchers' ? 'Gutscheine der Plattform' : 'Artikel der Plattform'} ${eventTitle}`;
      return { ...about, side: isOwed ? 'H' : 'S', contra: accounts[move.kind], voucher: move.settlement, text };
    }
    case 'payout':
    case 'payoutReturned': {
      const side = move.kind === 'payout' ? 'S' : 'H';
      const text = `${move.kind === 'payout' ? 'Auszahlung' : 'Auszahlung zurück'} ${organizerName}`;
      return { ...about, side, contra: accounts.bank, voucher: move.settlement, text };
    }
  }
}

const compactDay = (date: CalendarDate): string => date.replaceAll('-', '');
