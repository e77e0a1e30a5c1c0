import { secretToken } from '#src/kernel/ids.ts';
import type { Work } from '#src/platform/work.ts';
import type { SecurityNotice } from '../emails/security-notice.ts';
import { userById } from '../users.ts';

/** Mails the person that the protection of their account changed: whoever did it, its owner hears of it. */
export async function tellPerson(
  work: Work,
  userId: number,
  type: SecurityNotice,
  params: { left?: number } = {},
): Promise<void> {
  const user = await userById(work.tx, userId);
  if (!user || user.deletedAt !== null) return;
  await work.post({
    type,
    uniqueKey: `${type}|${userId}|${secretToken(9)}`,
    recipient: user.email,
    locale: user.language ?? 'de',
    params: { ...params, at: work.now },
  });
}
