import { createHash } from 'node:crypto';
import * as z from 'zod';
import { organizersFor } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale } from '#src/texts/locale.ts';
import type { RecordOf } from '#src/web/answers.ts';
import { addressAnswer } from '../address-answer.ts';
import { genders } from '../rules/genders.ts';
import { userById } from './users.ts';

export const accountAnswer = z
  .object({
    userData: z.object({
      id: z.int(),
      email: z.string(),
      firstname: z.string().nullable(),
      lastname: z.string().nullable(),
      gender: z.enum(genders).nullable(),
      birthDate: z.string().nullable(),
      nationalityCountryCode: z.string().nullable(),
      contactAddress: addressAnswer.nullable(),
      isSuperAdmin: z.boolean(),
      pendingOrders: z.array(z.object({ orderId: z.int() })),
    }),
    userSettings: z.object({
      role: z.enum(['user', 'organizer', 'superAdmin']),
      language: z.enum(['de', 'en-us']).nullable(),
      termsOfUseAccepted: z.boolean(),
    }),
  })
  .meta({ id: 'Account', description: 'Account and settings of the caller' });
type Account = RecordOf<typeof accountAnswer>;

/** Replaces the id of an unproven account: ids are sequential, so a small one would reveal an old account. */
const idOfVisit = ({ visitId }: Viewer): number =>
  createHash('sha256').update(`visitor|${visitId}`).digest().readUIntBE(0, 6) + 1;

/** Nothing stored is shown while the mailbox is unproven. */
export async function accountOf(deps: Deps, viewer: Viewer): Promise<Account> {
  const pendingOrders = await deps.pendingOrders(viewer);
  const user =
    viewer.level === 'verified' ? present(await userById(deps.read, viewer.userId), 'a session has an account') : null;
  return {
    userData: {
      id: user?.id ?? idOfVisit(viewer),
      email: viewer.email,
      firstname: user?.firstname ?? null,
      lastname: user?.lastname ?? null,
      gender: user?.gender ?? null,
      birthDate: user?.birthDate ?? null,
      nationalityCountryCode: user?.nationalityCountryCode ?? null,
      contactAddress: user?.contactAddress ?? null,
      isSuperAdmin: viewer.isSuperAdmin,
      pendingOrders,
    },
    userSettings: {
      role: viewer.isSuperAdmin ? 'superAdmin' : organizersFor('event.read', viewer).length > 0 ? 'organizer' : 'user',
      language: isLocale(user?.language) ? user.language : null,
      termsOfUseAccepted: user?.termsAcceptedAt != null,
    },
  };
}

export async function accountIn(deps: Deps, sessionId: string): Promise<Account> {
  return accountOf(deps, present(await deps.findViewer(sessionId), 'a session that just began'));
}
