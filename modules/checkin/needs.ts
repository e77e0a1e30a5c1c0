import type { ReactElement } from 'react';
import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import type { Translator } from '#src/platform/locale.ts';

/** Somebody's own page, and how addresses below it are signed: `/certificate` → `/tickets/12/certificate?…`. */
export type OwnPageOf = { order: OrderRecord; person: ParticipantRecord; sign(below: string): string };

declare module '#src/platform/deps.ts' {
  interface Deps {
    /** What stands on somebody's own page of the results, as a part of it; null: nothing. */
    ownResultPart(own: OwnPageOf, words: Translator): Promise<ReactElement | null>;
  }
}
