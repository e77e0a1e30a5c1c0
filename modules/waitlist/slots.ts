import type { AddedArticle } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';

/** An article that was added to an order in the same write, and by whom. */
export type Addition = AddedArticle & { editorId: number };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /**
     * Brings the money of an order to the article that was added to it, and writes its buyer how it is paid, of the
     * payments. What is not paid in time is taken off the order again.
     */
    settleAddition(work: Work, added: Addition): Promise<void>;
  }
}
