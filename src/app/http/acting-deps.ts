import { addAccountAudit } from '#modules/accounts/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Ending the impersonation is no change to the person; it has its own audit line. */
const endsActing = /\/auth\/(logout|impersonation\/end)$/;

/**
 * While a super admin acts for a person, every work names them, and the first change of a request writes an audit line for the
 * account in the same transaction.
 */
export function actingDeps(deps: Deps, context: AppContext, viewer: Viewer | null): Deps {
  const impersonator = viewer?.impersonator;
  if (!viewer || !impersonator) return deps;
  const { method, path } = context.req;
  let isNoted = harmless.has(method) || endsActing.test(path);
  return {
    ...deps,
    async write(verb) {
      const result = await deps.write(async (work) => {
        if (!isNoted) {
          await addAccountAudit(work, {
            userId: viewer.userId,
            actorId: impersonator.userId,
            type: 'ChangedWhileImpersonating',
            comment: `${method} ${path}`.slice(0, 200),
            network: context.var.clientAddress,
          });
        }
        return verb({ ...work, impersonatorId: impersonator.userId });
      });
      isNoted = true;
      return result;
    },
  };
}
