import type { Viewer } from '#src/access/viewer.ts';
import type { WhiteLabelName } from '#src/web/http.ts';

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** The orders of somebody that wait for their payment; the account's answer shows them. */
    pendingOrders(viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>): Promise<{ orderId: number }[]>;
    /** Where the work of this person begins; a visitor's is the home page. */
    startPage(viewer: Viewer | null): Promise<string>;
    /** Where somebody who orders for a company, or gets its bills, sees what is open; null for all others. */
    companiesPage(email: string): Promise<string | null>;
    /** Whose name the page at a path inside the site wears; null: the product's. */
    whiteLabelAt(path: string): Promise<WhiteLabelName | null>;
  }
}
