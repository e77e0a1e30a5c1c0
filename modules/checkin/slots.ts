import type { ReactElement } from 'react';
import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Translator } from '#src/texts/locale.ts';

/** Somebody's own page, and how addresses below it are signed: `/certificate` → `/tickets/12/certificate?…`. */
export type OwnPageOf = { order: OrderRecord; person: ParticipantRecord; sign(below: string): string };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Names in public lists: who of an event does not want theirs there, and one more of them. */
    publicNames: {
      hiddenAt(reader: Reader, eventId: number): Promise<ReadonlySet<number>>;
      /** `editorId` null: by a device. False: that was said before. */
      hide(
        work: Work,
        person: { id: number; orderId: number; eventId: number },
        editorId: number | null,
      ): Promise<boolean>;
    };
    /** That their place can be passed on, on somebody's own page; null: it cannot. */
    ownTransferPart(own: OwnPageOf, i18n: Translator): Promise<ReactElement | null>;
    /** What stands on somebody's own page of the results, as a part of it; null: nothing. */
    ownResultPart(own: OwnPageOf, i18n: Translator): Promise<ReactElement | null>;
  }
}
