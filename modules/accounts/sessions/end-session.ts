import { eq } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { visitEnded } from '../rules/facts.ts';
import { sessions } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';
import { endGuestVisit } from './guest-visit.ts';
import { takeSessionCookies } from './session-cookies.ts';

export async function endSession(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<void> {
  await deps.write(async (work) => {
    if (viewer) await closeSession(work, context, viewer);
    await endGuestVisit(work, deps, context);
    if (viewer) await work.announce(visitEnded({ visitId: viewer.visitId }));
  });
  takeSessionCookies(deps, context);
}

export async function closeSession(work: Work, context: AppContext, viewer: Viewer): Promise<void> {
  await work.tx.delete(sessions).where(eq(sessions.id, hashOfSecret(viewer.sessionId)));
  if (!viewer.impersonator) return;
  await addAccountAudit(work, {
    userId: viewer.userId,
    actorId: viewer.impersonator.userId,
    type: 'ImpersonationEnded',
    network: context.var.clientAddress,
  });
}
