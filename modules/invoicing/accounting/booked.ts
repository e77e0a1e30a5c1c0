import { methodLabel } from '#modules/payments/index.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { bookingOf, type MoneyMove } from '../rules/accounts.ts';

/** The booking of a move. The chart of accounts is a German one, and so are its texts. */
export const booked = (move: MoneyMove) => bookingOf(move, (method) => methodLabel(translatorFor('de'), method));
