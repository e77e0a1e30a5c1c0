import type { ReactElement } from 'react';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Translator } from '#src/texts/locale.ts';

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Orders of collective bills that are still on account, by bill number; filled by companies. */
    ordersOfBills(reader: Reader | Tx, billIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
    /** Settlement section of the event's payments page; filled by invoicing. */
    settlementPart(eventId: number, i18n: Translator): Promise<ReactElement | null>;
  }
}
