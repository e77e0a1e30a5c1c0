import type { Work } from '#src/data/work.ts';
import { type AccountAuditType, accountAudits } from '../schema.ts';

type NewAccountAudit = {
  userId: number;
  /** Null when unknown. */
  actorId: number | null;
  type: AccountAuditType;
  /** Without names and addresses, because entries outlive the person. */
  comment?: string;
  /** Stored shortened. */
  network?: string;
};

/** IPv4 by /24. IPv6 addresses are already a /64. */
const networkOf = (address: string): string => address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

/** Append-only. */
export async function addAccountAudit({ tx, now }: Pick<Work, 'tx' | 'now'>, audit: NewAccountAudit): Promise<void> {
  await tx
    .insert(accountAudits)
    .values({ ...audit, comment: audit.comment ?? '', network: networkOf(audit.network ?? ''), createdAt: now });
}
