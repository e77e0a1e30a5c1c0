import type { ReactElement } from 'react';
import type { Translator } from '#src/platform/locale.ts';

declare module '#src/platform/deps.ts' {
  interface Deps {
    /** What would be settled of an event now and what was, as a part of its page; of the invoicing. */
    settlementPart(eventId: number, words: Translator): Promise<ReactElement | null>;
  }
}
