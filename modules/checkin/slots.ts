import type { ReactElement } from 'react';
import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';

/** `sign` signs an address below the own page: `/certificate` → `/tickets/12/certificate?…`. */
export type OwnPageOf = { order: OrderRecord; person: ParticipantRecord; sign(below: string): string };

export type StartWave = { title: string; startsAt: Instant };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    publicNames: {
      hiddenAt(reader: Reader, eventId: number): Promise<ReadonlySet<number>>;
      /** `editorId` null: by a device. Returns false when already hidden. */
      hide(
        work: Work,
        person: { id: number; orderId: number; eventId: number },
        editorId: number | null,
      ): Promise<boolean>;
    };
    /** Start wave of a participant; null: none. */
    startWave(reader: Reader, participantId: number): Promise<StartWave | null>;
    /** Part of the own page; null when the participant cannot change the start wave. */
    ownWavePart(own: OwnPageOf, i18n: Translator): Promise<ReactElement | null>;
    /** Part of the own page; null when the place cannot be passed on. */
    ownTransferPart(own: OwnPageOf, i18n: Translator): Promise<ReactElement | null>;
    /** Part of the own page; null without results. */
    ownResultPart(own: OwnPageOf, i18n: Translator): Promise<ReactElement | null>;
  }
}
