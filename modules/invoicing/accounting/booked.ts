import { methodLabel } from '#modules/payments/index.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { bookingOf, type MoneyMove } from '../rules/accounts.ts';

/** Booking texts are German, like the chart of accounts. */
export const booked = (move: MoneyMove) => bookingOf(move, (method) => methodLabel(translatorFor('de'), method));
