import type { Work } from '#src/data/work.ts';
import { type AccountAuditType, accountAudits } from '../schema.ts';

type NewAccountAudit = {
  /** Whose account. */
  userId: number;
  /** Who did it; null when nobody is known. */
  actorId: number | null;
  type: AccountAuditType;
  /** No names and no addresses: entries stay when a person goes. */
  comment?: string;
  /** The network address; only its network is kept, since audits stay. */
  network?: string;
};

/** An IPv4 address by its /24. IPv6 ones come as their /64 already. */
const networkOf = (address: string): string => address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

/** Writes down who did what to an account. Entries are never changed or deleted. */
export async function addAccountAudit({ tx, now }: Pick<Work, 'tx' | 'now'>, audit: NewAccountAudit): Promise<void> {
  await tx
    .insert(accountAudits)
    .values({ ...audit, comment: audit.comment ?? '', network: networkOf(audit.network ?? ''), createdAt: now });
}
