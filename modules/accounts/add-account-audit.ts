import type { Work } from '#src/platform/work.ts';
import { type AccountAuditType, accountAudits } from './schema.ts';

export type NewAccountAudit = {
  /** Whose account. */
  userId: number;
  /** Who did it; null when nobody is known. */
  actorId: number | null;
  type: AccountAuditType;
  /** No names and no addresses: entries stay when a person goes. */
  comment?: string;
  network?: string;
};

/** Writes down who did what to an account. Entries are never changed or deleted. */
export async function addAccountAudit({ tx, now }: Pick<Work, 'tx' | 'now'>, audit: NewAccountAudit): Promise<void> {
  await tx
    .insert(accountAudits)
    .values({ ...audit, comment: audit.comment ?? '', network: audit.network ?? '', createdAt: now });
}
