import type { ReactElement } from 'react';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { RaceResultRecord } from './answers.ts';
import type { EventTimes } from './event-times.ts';
import type { Catalog } from './rules/catalog.ts';
import type { VoucherKind } from './rules/voucher-kinds.ts';
import type { View } from './views/view-counter.ts';

export type PublicLists = { startList: boolean; results: boolean };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Voucher types of an event: some are deleted with their target, and some prices need one. */
    voucherKinds(eventId: number): Promise<readonly VoucherKind[]>;
    /** Which public lists an event has. */
    publicLists(eventId: number): Promise<PublicLists>;
    /** The waiting room's note on the event page. */
    waitingRoomNote(catalog: Catalog, i18n: Translator, now: Instant): Promise<ReactElement | null>;
    /** RACE RESULT settings by event, addresses masked; every requested event has an entry. */
    raceResults(reader: Reader | Tx, eventIds: readonly number[]): Promise<ReadonlyMap<number, RaceResultRecord>>;
    /** Times of higher modules that move with the event. */
    timesAbove: readonly EventTimes[];
    /** Counts a view of an event page, with a short delay. */
    noteView(view: View): void;
  }
}
