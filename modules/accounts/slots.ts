import type { Viewer } from '#src/access/viewer.ts';
import type { WhiteLabelName } from '#src/web/http.ts';

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Unpaid orders of the person. */
    pendingOrders(viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>): Promise<{ orderId: number }[]>;
    /** Start page of the person; the home page for visitors. */
    startPage(viewer: Viewer | null): Promise<string>;
    /** Page with the open amounts of the person's companies; null without one. */
    companiesPage(email: string): Promise<string | null>;
    /** Brand of the page at a path; null: the product. */
    whiteLabelAt(path: string): Promise<WhiteLabelName | null>;
  }
}
