import type { ReactElement } from 'react';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { RaceResultAnswer } from './answers.ts';
import type { EventTimes } from './event-times.ts';
import type { Catalog } from './rules/catalog.ts';
import type { VoucherKind } from './rules/voucher-kinds.ts';
import type { View } from './views/view-counter.ts';

export type PublicLists = { startList: boolean; results: boolean };

declare module '#src/runtime/deps.ts' {
  interface Deps {
    /** The kinds of vouchers of an event: what is deleted may take some along, and a price may need one. */
    voucherKinds(eventId: number): Promise<readonly VoucherKind[]>;
    /** Which public lists of an event there are, of the results. */
    publicLists(eventId: number): Promise<PublicLists>;
    /** How people line up for an event with a waiting room, for its page; of the waiting room. Others are not asked about. */
    waitingRoomNote(catalog: Catalog, i18n: Translator, now: Instant): Promise<ReactElement | null>;
    /** How events are known to RACE RESULT, addresses masked; every one asked for has an answer. Of the timing. */
    raceResults(reader: Reader | Tx, eventIds: readonly number[]): Promise<ReadonlyMap<number, RaceResultAnswer>>;
    /** Times that modules above keep of an event and that move with its start. */
    timesAbove: readonly EventTimes[];
    /** Somebody looked at the page of an event; it is counted a little later. */
    noteView(view: View): void;
  }
}
