import type { Viewer } from '#src/access/viewer.ts';
import type { WhiteLabelName } from '#src/web/http.ts';

declare module '#src/runtime/deps.ts' {
  interface Slots {
    pendingOrders(viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>): Promise<{ orderId: number }[]>;
    startPage(viewer: Viewer | null): Promise<string>;
    companiesPage(email: string): Promise<string | null>;
    whiteLabelAt(path: string): Promise<WhiteLabelName | null>;
  }
}
