import type { AddedArticle } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';

export type Addition = AddedArticle & { editorId: number };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Settles an added article and mails the buyer how to pay. Unpaid additions are removed after their deadline. */
    settleAddition(work: Work, added: Addition): Promise<void>;
  }
}
