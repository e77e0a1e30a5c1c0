import type { ReactElement } from 'react';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Translator } from '#src/texts/locale.ts';

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** The orders that collective bills ask for and that are still on account, by the numbers of the bills; of the companies. */
    ordersOfBills(reader: Reader | Tx, billIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
    /** What would be settled of an event now and what was, as a part of its page; of the invoicing. */
    settlementPart(eventId: number, i18n: Translator): Promise<ReactElement | null>;
  }
}
